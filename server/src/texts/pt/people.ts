import type { people as English } from '../en/people.ts';

export const people: typeof English = {
  addFirst: 'Adicionar uma pessoa',
  addAnother: 'Adicionar outra pessoa',
  edit: 'Editar',
  documents: 'Documentos',
  addDocuments: 'Adicionar documentos',
  of: (name) => `de ${name}`,
  owns: (percentage) => `Detém ${percentage}%`,
  ownsToo: (percentage) => `detém ${percentage}%`,
  newLead: 'Uma pessoa que detém ou dirige a empresa. Os documentos dela são pedidos a seguir.',
  editLead: 'Corrija o que estiver incorreto.',
  add: 'Adicionar pessoa',
  sections: {
    name: 'Nome',
    role: 'Função na empresa',
    address: 'Endereço residencial',
    identifier: 'Número fiscal',
  },
  firstName: {
    label: 'Nome',
    blank: 'Insira o nome',
    invalid: "Insira o nome apenas com letras, algarismos, espaços e . , ' ( ) -",
  },
  middleName: {
    label: 'Nome do meio',
    invalid: "Insira o nome do meio apenas com letras, algarismos, espaços e . , ' ( ) -",
  },
  lastName: {
    label: 'Sobrenome',
    blank: 'Insira o sobrenome',
    invalid: "Insira o sobrenome apenas com letras, algarismos, espaços e . , ' ( ) -",
  },
  birthDate: {
    label: 'Data de nascimento',
    blank: 'Insira a data de nascimento da pessoa',
    invalid: 'Insira uma data de nascimento real e no passado, por exemplo, 27 de março de 1985',
  },
  nationality: {
    label: 'Nacionalidade',
    hint: 'O país que emitiu ou emitiria o passaporte da pessoa.',
    blank: 'Escolha a nacionalidade da pessoa',
    invalid: 'Escolha a nacionalidade da pessoa',
  },
  roles: {
    label: 'Funções da pessoa',
    hint: 'Escolha todas as que se aplicam.',
    blank: 'Escolha as funções da pessoa na empresa',
    invalid: 'Escolha na lista',
  },
  roleNames: {
    UBO: 'Proprietário',
    CONTROL_PERSON: 'Pessoa com controle',
    DIRECTOR: 'Administrador',
    COMPANY_OFFICER: 'Diretor executivo',
    TRUSTEE: 'Fiduciário',
    GENERAL_PARTNER: 'Sócio de responsabilidade ilimitada',
  },
  roleHints: {
    UBO: 'Detém parte da empresa, direta ou indiretamente',
    CONTROL_PERSON: 'Dirige a empresa no dia a dia, por exemplo, o CEO',
  },
  ownershipPercentage: {
    label: 'Participação na empresa',
    hint: 'Em porcentagem. Insira 0 se a pessoa não detiver nada.',
    blank: 'Insira a participação na empresa, de 0 a 100',
    invalid: 'Insira um número inteiro de 0 a 100',
    rejected: 'Todos os proprietários juntos não podem deter mais de 100%',
  },
  idType: {
    label: 'Que número tem a pessoa?',
    blank: 'Escolha o número que a pessoa tem',
    invalid: 'Escolha um destes números',
  },
  idTypes: {
    SSN: 'Número da Segurança Social dos EUA (SSN)',
    ITIN: 'Número de contribuinte dos EUA (ITIN)',
    NON_US_TAX_ID: 'Número fiscal de outro país',
  },
  identifier: {
    label: 'Número da pessoa',
    hint: 'O número é cifrado e nunca mais é exibido.',
    blank: 'Insira o número da pessoa',
    invalid: 'Insira o número tal como consta no cartão ou na carta da pessoa',
  },
  countryOfIssuance: {
    label: 'País que o emitiu',
    invalid: 'Escolha o país que emitiu o número',
    rejected: 'Escolha os Estados Unidos para um SSN ou ITIN e outro país para qualquer outro número',
  },
};
