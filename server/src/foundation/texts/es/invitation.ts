import { html } from '../../pages/html.ts';
import type { invitation as English } from '../en/invitation.ts';

export const invitation: typeof English = {
  name: 'Invitación',
  title: 'Ha recibido una invitación',
  titleFrom: (firstName) => `${firstName} le invita`,
  lead: {
    anonymous: (platform) =>
      html`Un cliente de ${platform} le invita a enviar y recibir dinero con una dirección propia.`,
    named: (firstName, platform) =>
      html`${firstName}, que usa ${platform}, le invita a enviar y recibir dinero con una dirección propia.`,
    anonymousAmount: (platform, amount) => html`Un cliente de ${platform} quiere enviarle ${amount}.`,
    namedAmount: (firstName, platform, amount) => html`${firstName}, que usa ${platform}, quiere enviarle ${amount}.`,
  },
  sandboxNote: 'Esta es una invitación de prueba. No se envía dinero real.',
  code: 'Su código de invitación',
  copy: 'Copiar el código',
  howTo: 'Cómo aceptar la invitación',
  steps: {
    open: 'Abra la aplicación de un proveedor de pagos participante o regístrese en uno.',
    enter: 'Elija aceptar una invitación e introduzca el código.',
    notified: 'Se avisa a la persona que le invita.',
    notifiedAmount: 'Se avisa al remitente, que podrá enviarle el dinero.',
  },
  validUntil: (time) => `Válida hasta el ${time}. El código solo se puede usar una vez.`,
  closed: {
    CLAIMED: {
      title: 'Esta invitación ya se ha aceptado',
      text: 'Una invitación solo se puede usar una vez. Si no la ha aceptado usted, pida una nueva a la persona que le invitó.',
    },
    CANCELLED: {
      title: 'Esta invitación se ha cancelado',
      text: 'Ya no se puede aceptar. Pida una nueva a la persona que le invitó.',
    },
    EXPIRED: {
      title: 'Esta invitación ha caducado',
      text: 'Ya no se puede aceptar. Pida una nueva a la persona que le invitó.',
    },
  },
  unknown: {
    title: 'Esta invitación no existe',
    text: 'Es posible que el enlace esté incompleto o mal escrito. Ábralo de nuevo desde el mensaje que recibió.',
  },
  script: {
    copied: 'Copiado.',
    notCopied: 'Su navegador no permite que esta página copie. El código está seleccionado: cópielo usted.',
  },
};
