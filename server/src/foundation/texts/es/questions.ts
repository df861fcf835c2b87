import type { questions as English } from '../en/questions.ts';

export const questions: typeof English = {
  optional: '(opcional)',
  keepSecret: 'Deje este campo vacío para conservar su respuesta anterior.',
  choose: 'Elija una opción',
  addAnother: 'Añadir otro',
  day: 'Día',
  month: 'Mes',
  year: 'Año',
  country: 'País',
  anotherCountry: (number) => `Otro país (${number})`,
  fullName: {
    label: 'Nombre completo',
    hint: 'Tal como figura en su pasaporte u otro documento de identidad.',
    blank: 'Introduzca su nombre completo',
    invalid: "Introduzca su nombre solo con letras, cifras, espacios y . , ' ( ) -",
    incomplete: 'Introduzca su nombre y sus apellidos',
  },
  birthDate: {
    label: 'Fecha de nacimiento',
    blank: 'Introduzca su fecha de nacimiento',
    invalid: 'Introduzca una fecha de nacimiento real y pasada, por ejemplo, 27 de marzo de 1985',
  },
  nationality: {
    label: 'Nacionalidad',
    hint: 'El país que expidió o expediría su pasaporte.',
    blank: 'Elija su nacionalidad',
    invalid: 'Elija su nacionalidad',
  },
  idType: {
    label: '¿Qué número tiene?',
    summary: 'Tipo de número',
    blank: 'Elija qué número tiene',
    invalid: 'Elija uno de estos números',
    rejected: 'Elija un SSN o un ITIN: usted vive en Estados Unidos',
  },
  idTypes: {
    SSN: { label: 'Número de la Seguridad Social de EE.\u00a0UU.', hint: 'SSN (Social Security Number)' },
    ITIN: { label: 'Número de contribuyente de EE.\u00a0UU.', hint: 'ITIN, empieza por 9' },
    NON_US_TAX_ID: { label: 'Número fiscal de otro país', hint: 'Si no vive en Estados Unidos' },
  },
  identifier: {
    label: 'Su número',
    hint: 'Un SSN o un ITIN tiene nueve cifras. Ciframos su número y no volvemos a mostrarlo.',
    blank: 'Introduzca su número',
    invalid: 'Introduzca el número tal como figura en su tarjeta o carta',
  },
  countryOfIssuance: {
    label: 'País que lo expidió',
    hint: 'Solo para el número fiscal de otro país.',
    invalid: 'Elija el país que expidió el número',
    rejected:
      'Elija el país que expidió su número: Estados Unidos para un SSN o un ITIN, y otro país en los demás casos',
  },
  address: {
    line1: {
      label: 'Calle y número',
      blank: 'Introduzca la calle y el número',
      invalid: 'Introduzca la calle y el número con un máximo de 255 caracteres',
    },
    line2: {
      label: 'Piso, puerta o edificio',
      invalid: 'Introduzca el piso, la puerta o el edificio con un máximo de 255 caracteres',
    },
    city: {
      label: 'Ciudad o localidad',
      blank: 'Introduzca la ciudad o localidad',
      invalid: 'Introduzca la ciudad o localidad con un máximo de 255 caracteres',
    },
    state: {
      label: 'Estado, provincia o región',
      invalid: 'Introduzca el estado, la provincia o la región con un máximo de 255 caracteres',
    },
    postalCode: {
      label: 'Código postal',
      blank: 'Introduzca el código postal',
      invalid: 'Introduzca un código postal de 20 caracteres como máximo',
    },
    country: { label: 'País', blank: 'Elija el país', invalid: 'Elija el país de la lista' },
  },
};
