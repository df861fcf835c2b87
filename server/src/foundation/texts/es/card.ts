import type { card as English } from '../en/card.ts';

export const card: typeof English = {
  title: 'Datos de la tarjeta',
  heading: (brand) => `Tarjeta ${brand}`,
  number: { label: 'Número de tarjeta', copy: 'Copiar el número de tarjeta' },
  expiry: { label: 'Caducidad', copy: 'Copiar la caducidad' },
  securityCode: { label: 'Código de seguridad', copy: 'Copiar el código de seguridad' },
  copy: 'Copiar',
  hide: 'Ocultar ahora',
  hidesAfter: (seconds) => `Se ocultan automáticamente a los ${seconds} segundos.`,
  gone: {
    title: 'Enlace usado o caducado',
    heading: 'Este enlace ya se ha usado o ha caducado',
    text: 'Los datos de la tarjeta se muestran una sola vez y durante un minuto. Vuelva al sitio del que procede y solicite verlos de nuevo.',
  },
  unknown: {
    title: 'El enlace no funciona',
    heading: 'Este enlace no funciona',
    text: 'Vuelva al sitio del que procede y solicite ver de nuevo los datos de la tarjeta.',
  },
  script: {
    copied: 'Copiado. El portapapeles se vaciará dentro de {seconds} segundos.',
    notCopied: 'Su navegador no permite que esta página copie. Seleccione el texto en su lugar.',
    emptied: 'El portapapeles se ha vaciado.',
    hidden: 'Los datos de la tarjeta están ocultos. Vuelva a solicitarlos para verlos.',
  },
};
