/** Texts of form controls, and questions about a person and an address. Without `blank` a question is optional. */
export const questions = {
  optional: '(optional)',
  keepSecret: 'Leave this empty to keep your earlier answer.',
  choose: 'Choose',
  addAnother: 'Add another',
  day: 'Day',
  month: 'Month',
  year: 'Year',
  country: 'Country',
  anotherCountry: (number: number) => `Another country (${number})`,
  fullName: {
    label: 'Full name',
    hint: 'As written in your passport or another identity document.',
    blank: 'Enter your full name',
    invalid: "Enter your name with letters, digits, spaces and . , ' ( ) - only",
    incomplete: 'Enter your given and your family name',
  },
  birthDate: {
    label: 'Date of birth',
    blank: 'Enter your date of birth',
    invalid: 'Enter a real date of birth in the past, such as 27 March 1985',
  },
  nationality: {
    label: 'Nationality',
    hint: 'The country that issued your passport, or would issue one.',
    blank: 'Choose your nationality',
    invalid: 'Choose your nationality',
  },
  idType: {
    label: 'Which number do you have?',
    summary: 'Kind of number',
    blank: 'Choose which number you have',
    invalid: 'Choose one of these numbers',
    rejected: 'Choose an SSN or ITIN: you live in the United States',
  },
  idTypes: {
    SSN: { label: 'Social Security number', hint: 'SSN' },
    ITIN: { label: 'Individual taxpayer number', hint: 'ITIN, begins with 9' },
    NON_US_TAX_ID: { label: 'Tax number of another country', hint: 'If you do not live in the United States' },
  },
  identifier: {
    label: 'Your number',
    hint: 'An SSN or ITIN has nine digits. We encrypt your number and never show it again.',
    blank: 'Enter your number',
    invalid: 'Enter the number as it is on your card or letter',
  },
  countryOfIssuance: {
    label: 'Country that issued it',
    hint: 'Only for the tax number of another country.',
    invalid: 'Choose the country that issued the number',
    rejected:
      'Choose the country that issued your number: the United States for an SSN or ITIN, another country otherwise',
  },
  address: {
    line1: {
      label: 'Street and number',
      blank: 'Enter the street and number',
      invalid: 'Enter the street and number in at most 255 characters',
    },
    line2: {
      label: 'Apartment, floor or building',
      invalid: 'Enter the apartment, floor or building in at most 255 characters',
    },
    city: {
      label: 'City or town',
      blank: 'Enter the city or town',
      invalid: 'Enter the city or town in at most 255 characters',
    },
    state: {
      label: 'State, province or region',
      invalid: 'Enter the state, province or region in at most 255 characters',
    },
    postalCode: {
      label: 'Postal code',
      blank: 'Enter the postal code',
      invalid: 'Enter a postal code of at most 20 characters',
    },
    country: { label: 'Country', blank: 'Choose the country', invalid: 'Choose the country from the list' },
  },
};
