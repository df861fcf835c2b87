import type { people as English } from '../en/people.ts';

export const people: typeof English = {
  addFirst: 'Añadir una persona',
  addAnother: 'Añadir otra persona',
  edit: 'Editar',
  documents: 'Documentos',
  addDocuments: 'Añadir documentos',
  of: (name) => `de ${name}`,
  owns: (percentage) => `Posee el ${percentage} %`,
  ownsToo: (percentage) => `posee el ${percentage} %`,
  newLead: 'Una persona que posee o dirige la empresa. A continuación se piden sus documentos.',
  editLead: 'Corrija lo que no sea correcto.',
  add: 'Añadir persona',
  sections: {
    name: 'Nombre',
    role: 'Función en la empresa',
    address: 'Domicilio',
    identifier: 'Número fiscal',
  },
  firstName: {
    label: 'Nombre',
    blank: 'Introduzca el nombre',
    invalid: "Introduzca el nombre solo con letras, cifras, espacios y . , ' ( ) -",
  },
  middleName: {
    label: 'Segundo nombre',
    invalid: "Introduzca el segundo nombre solo con letras, cifras, espacios y . , ' ( ) -",
  },
  lastName: {
    label: 'Apellidos',
    blank: 'Introduzca los apellidos',
    invalid: "Introduzca los apellidos solo con letras, cifras, espacios y . , ' ( ) -",
  },
  birthDate: {
    label: 'Fecha de nacimiento',
    blank: 'Introduzca la fecha de nacimiento de la persona',
    invalid: 'Introduzca una fecha de nacimiento real y pasada, por ejemplo, 27 de marzo de 1985',
  },
  nationality: {
    label: 'Nacionalidad',
    hint: 'El país que expidió o expediría el pasaporte de la persona.',
    blank: 'Elija la nacionalidad de la persona',
    invalid: 'Elija la nacionalidad de la persona',
  },
  roles: {
    label: 'Funciones de la persona',
    hint: 'Elija todas las que correspondan.',
    blank: 'Elija las funciones de la persona en la empresa',
    invalid: 'Elija de la lista',
  },
  roleNames: {
    UBO: 'Propietario',
    CONTROL_PERSON: 'Persona con control',
    DIRECTOR: 'Consejero',
    COMPANY_OFFICER: 'Directivo',
    TRUSTEE: 'Fideicomisario',
    GENERAL_PARTNER: 'Socio colectivo',
  },
  roleHints: {
    UBO: 'Posee una parte de la empresa, directa o indirectamente',
    CONTROL_PERSON: 'Dirige la empresa en el día a día, por ejemplo, el director general',
  },
  ownershipPercentage: {
    label: 'Participación en la empresa',
    hint: 'En porcentaje. Introduzca 0 si no posee nada.',
    blank: 'Introduzca la participación en la empresa, de 0 a 100',
    invalid: 'Introduzca un número entero de 0 a 100',
    rejected: 'Entre todos los propietarios no pueden poseer más del 100 por ciento',
  },
  idType: {
    label: '¿Qué número tiene la persona?',
    blank: 'Elija qué número tiene la persona',
    invalid: 'Elija uno de estos números',
  },
  idTypes: {
    SSN: 'Número de la Seguridad Social de EE. UU. (SSN)',
    ITIN: 'Número de contribuyente de EE. UU. (ITIN)',
    NON_US_TAX_ID: 'Número fiscal de otro país',
  },
  identifier: {
    label: 'Número de la persona',
    hint: 'Lo ciframos y no volvemos a mostrarlo.',
    blank: 'Introduzca el número de la persona',
    invalid: 'Introduzca el número tal como figura en la tarjeta o carta de la persona',
  },
  countryOfIssuance: {
    label: 'País que lo expidió',
    invalid: 'Elija el país que expidió el número',
    rejected: 'Elija Estados Unidos para un SSN o un ITIN, y otro país para cualquier otro número',
  },
};
