import { html } from '../../pages/html.ts';
import type { common as English } from '../en/common.ts';

export const common: typeof English = {
  error: 'Error:',
  hostedBy: 'Con la tecnología de Causeway',
  busy: {
    title: 'Espere un momento',
    text: 'Se han recibido demasiadas solicitudes. Inténtelo de nuevo dentro de un minuto.',
  },
  failure: { title: 'Se ha producido un error', text: 'El fallo es nuestro. Inténtelo de nuevo dentro de un momento.' },
  notFound: {
    title: 'Página no encontrada',
    text: (address) =>
      html`No hay ninguna página en ${address}. Es posible que la dirección esté mal escrita o que el enlace sea antiguo.`,
    docs: 'Documentación de la API',
  },
  liveness: {
    name: 'Prueba de vida',
    sandbox: {
      title: 'No tiene que hacer nada',
      text: 'Este es un entorno de pruebas: no se utiliza ninguna cámara y la comprobación finaliza automáticamente cinco segundos después de solicitarla. Puede cerrar esta página y volver al sitio del que procede.',
    },
    unknown: {
      title: 'Este enlace no funciona',
      text: 'Es posible que esté incompleto. Vuelva al sitio del que procede e inicie de nuevo la comprobación.',
    },
    expired: {
      title: 'Este enlace ha caducado',
      text: 'La comprobación debe completarse dentro del plazo. Vuelva al sitio del que procede e inicie de nuevo la comprobación.',
    },
  },
};
