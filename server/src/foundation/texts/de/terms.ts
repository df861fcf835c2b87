import type { terms as English } from '../en/terms.ts';

export const terms: typeof English = {
  purpose: 'Zahlungen',
  title: 'Bedingungen für Endnutzer',
  version: (version) => `Version ${version}`,
  sections: [
    {
      title: 'Worum es geht',
      text: [
        'Die Plattform, die Sie nutzen, führt Zahlungen über diesen Dienst aus. Diese Bedingungen gelten zwischen Ihnen und dem Betreiber des Dienstes.',
        'Es handelt sich um Musterbedingungen zum Ausprobieren des Dienstes. Ein Betreiber ersetzt sie durch eigene, bevor echte Kunden den Dienst nutzen.',
      ],
    },
    {
      title: 'Ihr Konto',
      text: [
        'Sie nutzen das Konto für sich selbst oder für das Unternehmen, für das Sie handeln, und für niemanden sonst.',
        'Sie machen wahre und vollständige Angaben zu Ihrer Person und teilen der Plattform Änderungen mit.',
        'Sie halten Ihre Passwörter, Codes und Schlüssel geheim.',
      ],
    },
    {
      title: 'Zahlungsvorgänge',
      text: [
        'Sie sehen den Betrag, die Gebühren und den Wechselkurs, bevor Sie eine Zahlung bestätigen. Eine bestätigte Zahlung wird ausgeführt und kann in der Regel nicht zurückgenommen werden.',
        'Eine fehlgeschlagene Zahlung wird auf das Konto zurückgebucht, von dem sie kam.',
        'Sie nutzen den Dienst für nichts, was gesetzlich verboten ist.',
      ],
    },
    {
      title: 'Prüfungen',
      text: [
        'Das Gesetz verlangt, dass Ihre Identität geprüft und Zahlungen überwacht werden. Der Betreiber kann Dokumente verlangen und eine Zahlung verzögern oder ablehnen, wenn er dazu verpflichtet ist.',
      ],
    },
    {
      title: 'Ihre Daten',
      text: [
        'Ihre Angaben werden verwendet, um Sie zu prüfen, Ihre Zahlungen auszuführen und gesetzliche Pflichten zu erfüllen, und so lange aufbewahrt, wie diese Pflichten bestehen.',
      ],
    },
    {
      title: 'Änderungen und Ende',
      text: [
        'Eine neue Fassung dieser Bedingungen gilt, sobald Sie sie akzeptiert haben.',
        'Sie können die Nutzung des Dienstes jederzeit beenden. Die Plattform, die Sie nutzen, beantwortet Ihre Fragen.',
      ],
    },
  ],
};
