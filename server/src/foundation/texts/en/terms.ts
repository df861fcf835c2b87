/** Sample terms for operators that have no terms of their own. */
export const terms = {
  purpose: 'Payments',
  title: 'Terms for end users',
  version: (version: string) => `Version ${version}`,
  sections: [
    {
      title: 'What this is about',
      text: [
        'The platform you use makes payments through this service. These terms are between you and the operator of the service.',
        'They are sample terms for trying the service out. An operator replaces them with its own before real customers use it.',
      ],
    },
    {
      title: 'Your account',
      text: [
        'You use the account for yourself or for the business you act for, and not for anybody else.',
        'You give true and complete information about yourself, and let the platform know when it changes.',
        'You keep your passwords, codes and keys to yourself.',
      ],
    },
    {
      title: 'Payments',
      text: [
        'You see the amount, the fees and the exchange rate before you confirm a payment. A confirmed payment is carried out and can usually not be taken back.',
        'A payment that fails is returned to the account it came from.',
        'You do not use the service for anything that the law forbids.',
      ],
    },
    {
      title: 'Checks',
      text: [
        'The law requires that your identity is verified and that payments are monitored. The operator may ask for documents, and may delay or reject a payment where it has to.',
      ],
    },
    {
      title: 'Your data',
      text: [
        'What you enter is used to verify you, to make your payments and to fulfil legal duties, and is kept for as long as these duties last.',
      ],
    },
    {
      title: 'Changes and end',
      text: [
        'A new version of these terms applies once you have accepted it.',
        'You can stop using the service at any time. The platform you use answers your questions.',
      ],
    },
  ],
};
