import type { questions as English } from '../en/questions.ts';

export const questions: typeof English = {
  optional: '(opcional)',
  keepSecret: 'Deixe este campo vazio para manter a resposta anterior.',
  choose: 'Escolha uma opção',
  addAnother: 'Adicionar outro',
  day: 'Dia',
  month: 'Mês',
  year: 'Ano',
  country: 'País',
  anotherCountry: (number) => `Outro país (${number})`,
  fullName: {
    label: 'Nome completo',
    hint: 'Tal como consta no seu passaporte ou em outro documento de identificação.',
    blank: 'Insira o seu nome completo',
    invalid: "Insira o seu nome apenas com letras, algarismos, espaços e . , ' ( ) -",
    incomplete: 'Insira o seu nome e o seu sobrenome',
  },
  birthDate: {
    label: 'Data de nascimento',
    blank: 'Insira a sua data de nascimento',
    invalid: 'Insira uma data de nascimento real e no passado, por exemplo, 27 de março de 1985',
  },
  nationality: {
    label: 'Nacionalidade',
    hint: 'O país que emitiu ou emitiria o seu passaporte.',
    blank: 'Escolha a sua nacionalidade',
    invalid: 'Escolha a sua nacionalidade',
  },
  idType: {
    label: 'Que número tem?',
    summary: 'Tipo de número',
    blank: 'Escolha o número que tem',
    invalid: 'Escolha um destes números',
    rejected: 'Escolha um SSN ou ITIN, pois mora nos Estados Unidos',
  },
  idTypes: {
    SSN: { label: 'Número da Segurança Social dos EUA', hint: 'SSN (Social Security Number)' },
    ITIN: { label: 'Número de contribuinte dos EUA', hint: 'ITIN, começa por 9' },
    NON_US_TAX_ID: { label: 'Número fiscal de outro país', hint: 'Se não mora nos Estados Unidos' },
  },
  identifier: {
    label: 'O seu número',
    hint: 'Um SSN ou ITIN tem nove algarismos. O seu número é cifrado e nunca mais é exibido.',
    blank: 'Insira o seu número',
    invalid: 'Insira o número tal como consta no seu cartão ou na carta recebida',
  },
  countryOfIssuance: {
    label: 'País que o emitiu',
    hint: 'Apenas para o número fiscal de outro país.',
    invalid: 'Escolha o país que emitiu o número',
    rejected:
      'Escolha o país que emitiu o seu número: os Estados Unidos para um SSN ou ITIN, outro país nos demais casos',
  },
  address: {
    line1: {
      label: 'Rua e número',
      blank: 'Insira a rua e o número',
      invalid: 'Insira a rua e o número com no máximo 255 caracteres',
    },
    line2: {
      label: 'Apartamento, andar ou edifício',
      invalid: 'Insira o apartamento, o andar ou o edifício com no máximo 255 caracteres',
    },
    city: {
      label: 'Cidade',
      blank: 'Insira a cidade',
      invalid: 'Insira a cidade com no máximo 255 caracteres',
    },
    state: {
      label: 'Estado, província ou região',
      invalid: 'Insira o estado, a província ou a região com no máximo 255 caracteres',
    },
    postalCode: {
      label: 'Código postal',
      blank: 'Insira o código postal',
      invalid: 'Insira um código postal com no máximo 20 caracteres',
    },
    country: { label: 'País', blank: 'Escolha o país', invalid: 'Escolha o país na lista' },
  },
};
