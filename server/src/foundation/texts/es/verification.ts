import { html } from '../../pages/html.ts';
import type { verification as English } from '../en/verification.ts';

export const verification: typeof English = {
  purpose: { INDIVIDUAL: 'Verificación de identidad', BUSINESS: 'Verificación de empresa' },
  saved: (platform) =>
    `Sus respuestas se guardan a medida que avanza y se comparten con ${platform} para la verificación.`,
  comeBack: (time) => `Puede volver con el mismo enlace hasta el ${time}.`,
  back: 'Atrás',
  progress: (step, count) => `Paso ${step} de ${count}`,
  errors: 'Revise sus respuestas',
  rejected: 'No se han podido guardar algunos datos. Revise sus respuestas e inténtelo de nuevo.',
  start: 'Empezar',
  continue: 'Continuar',
  save: 'Guardar',
  change: 'Modificar',
  changeThese: 'Modificar estos datos',
  done: 'Hecho',
  toDo: 'Pendiente',
  complete: 'Completo',
  secret: 'Facilitado, no se muestra',
  address: 'Dirección',
  welcome: {
    INDIVIDUAL: {
      title: 'Verifique su identidad',
      lead: (platform) =>
        `${platform} le pide que confirme su identidad. Tenga a mano su pasaporte u otro documento de identidad. Le llevará unos cinco minutos.`,
    },
    BUSINESS: {
      title: 'Verifique su empresa',
      lead: (platform) =>
        `${platform} le pide que verifique su empresa. Tenga a mano los datos registrales, los documentos y los datos de los propietarios.`,
    },
  },
  changes: {
    title: 'Hay datos que debe revisar',
    lead: 'Todo lo demás está correcto y no cambia.',
  },
  steps: {
    INDIVIDUAL: {
      about: { title: 'Sus datos', lead: 'Introduzca sus datos personales.' },
      address: { title: 'Su domicilio', lead: 'El lugar donde vive. No basta con un apartado de correos.' },
      identifier: {
        title: 'Su número fiscal',
        lead: 'Permite distinguirle de otras personas con el mismo nombre.',
      },
      documents: { title: 'Su documento de identidad', lead: 'Basta con una foto o un escaneo.' },
    },
    BUSINESS: {
      business: { title: 'Datos de la empresa', lead: 'Tal como figuran en el registro.' },
      address: {
        title: 'Dirección de la empresa',
        lead: 'El domicilio social o la sede principal.',
      },
      people: {
        title: 'Propietarios y administradores',
        lead: 'Todas las personas que poseen el 25 por ciento o más y, como mínimo, una persona que dirija la empresa.',
      },
      documents: { title: 'Documentos de la empresa', lead: 'Puede enviar escaneos, fotos o archivos PDF.' },
    },
    review: {
      title: 'Revisar y enviar',
      lead: 'Revise sus respuestas. Una vez enviadas, no podrá modificarlas aquí.',
    },
  },
  review: {
    missing: 'Todavía faltan algunas respuestas.',
    next: (step) => `A continuación: ${step}.`,
    consent: (terms) => html`He leído y acepto las ${terms}.`,
    terms: 'condiciones para usuarios finales',
    newTab: '(se abre en una pestaña nueva)',
    termsBlank: 'Acepte las condiciones para continuar',
    truth: 'Al enviar estos datos, confirma que son verdaderos y completos.',
    send: 'Enviar para verificación',
  },
  outcome: {
    APPROVED: {
      INDIVIDUAL: 'Su identidad se ha verificado',
      BUSINESS: 'Su empresa se ha verificado',
      text: (platform) => `No tiene que hacer nada más. Hemos informado a ${platform}.`,
    },
    REJECTED: {
      INDIVIDUAL: 'No hemos podido verificar su identidad',
      BUSINESS: 'No hemos podido verificar su empresa',
      text: (platform) => `Hemos informado a ${platform}. Póngase en contacto con ellos si tiene alguna pregunta.`,
    },
    PENDING: {
      INDIVIDUAL: 'Gracias. Estamos revisando sus datos',
      BUSINESS: 'Gracias. Estamos revisando los datos de su empresa',
      text: (platform) => `Por ahora no tiene que hacer nada más. ${platform} le comunicará el resultado.`,
    },
    close: 'Puede cerrar esta página.',
    continueTo: (platform) => `Continuar a ${platform}`,
    leadsTo: (host) => `Este enlace lleva a ${host}.`,
  },
  closed: {
    name: 'Verificación',
    unknown: {
      title: 'Este enlace no funciona',
      text: 'Es posible que esté incompleto o que ya no sea válido. Solicite un enlace nuevo donde obtuvo este.',
    },
    expired: {
      title: 'Este enlace ya no es válido',
      text: 'Ha caducado o ya se ha usado. Solicite un enlace nuevo donde obtuvo este.',
    },
    entrance: 'Un momento',
    outdated: {
      title: 'Esta página no está actualizada',
      text: 'No se ha guardado nada. Abra de nuevo su enlace y repita el último paso.',
    },
    changed: {
      title: 'Algo ha cambiado',
      text: 'Su solicitud se ha modificado mientras tanto. Abra de nuevo su enlace.',
    },
    tooLarge: {
      title: 'Es demasiado grande',
      text: 'El archivo o el formulario es demasiado grande. Un archivo puede tener hasta 10 MB.',
    },
    failure: {
      title: 'Se ha producido un error',
      text: 'Lo sentimos, el fallo es nuestro. Todo lo que ha guardado está a salvo. Inténtelo de nuevo dentro de un momento.',
    },
    unfit: { title: 'No hemos podido procesarlo', text: 'Vuelva atrás e inténtelo de nuevo.' },
    contact: {
      title: 'Confirme primero sus datos de contacto',
      text: 'Confirme su dirección de correo electrónico o su número de teléfono donde obtuvo este enlace. Después, abra el enlace de nuevo: todo lo que ha guardado sigue aquí.',
    },
  },
  script: {
    anotherCountry: 'Otro país ({number})',
    preview: 'Vista previa del archivo elegido',
    chooseFile: 'Elegir un archivo',
    takePhoto: 'Hacer una foto',
    fileBlank: 'Elija una foto o un escaneo del documento',
    fileTooLarge: 'Este archivo supera los 10 MB. Elija uno más pequeño',
    fileInvalid: 'Elija un archivo PDF, JPEG o PNG',
    upload: 'Subir',
    uploading: 'Subiendo el archivo',
    checking: 'Comprobando el archivo',
    interrupted: 'La subida se ha interrumpido. Inténtelo de nuevo.',
    stay: 'Permanecer en esta página',
    countdown: 'Continuará en {seconds} segundos',
    countdownOne: 'Continuará en {seconds} segundo',
  },
};
