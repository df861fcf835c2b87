import type { terms as English } from '../en/terms.ts';

export const terms: typeof English = {
  purpose: 'Pagos',
  title: 'Condiciones para usuarios finales',
  version: (version) => `Versión ${version}`,
  sections: [
    {
      title: 'De qué se trata',
      text: [
        'La plataforma que utiliza realiza pagos a través de este servicio. Estas condiciones se aplican entre usted y el operador del servicio.',
        'Son condiciones de muestra para probar el servicio. Un operador las sustituye por las suyas antes de que lo utilicen clientes reales.',
      ],
    },
    {
      title: 'Su cuenta',
      text: [
        'Usted utiliza la cuenta para sí mismo o para la empresa en cuyo nombre actúa, y para nadie más.',
        'Facilita información veraz y completa sobre usted y comunica a la plataforma cualquier cambio.',
        'Mantiene en secreto sus contraseñas, códigos y claves.',
      ],
    },
    {
      title: 'Operaciones de pago',
      text: [
        'Antes de confirmar un pago, ve el importe, las comisiones y el tipo de cambio. Un pago confirmado se ejecuta y, por lo general, no se puede revocar.',
        'Un pago fallido se devuelve a la cuenta de la que procede.',
        'No utiliza el servicio para nada que prohíba la ley.',
      ],
    },
    {
      title: 'Controles',
      text: [
        'La ley exige que se verifique su identidad y que se supervisen los pagos. El operador puede solicitar documentos y retrasar o rechazar un pago cuando esté obligado a ello.',
      ],
    },
    {
      title: 'Sus datos',
      text: [
        'Los datos que introduce se utilizan para verificarle, realizar sus pagos y cumplir obligaciones legales, y se conservan mientras duren dichas obligaciones.',
      ],
    },
    {
      title: 'Cambios y finalización',
      text: [
        'Una nueva versión de estas condiciones se aplica cuando usted la haya aceptado.',
        'Puede dejar de utilizar el servicio en cualquier momento. La plataforma que utiliza responde a sus preguntas.',
      ],
    },
  ],
};
