import type { card as English } from '../en/card.ts';

export const card: typeof English = {
  title: 'Kartendaten',
  heading: (brand) => `${brand}-Karte`,
  number: { label: 'Kartennummer', copy: 'Kartennummer kopieren' },
  expiry: { label: 'Gültig bis', copy: 'Ablaufdatum kopieren' },
  securityCode: { label: 'Prüfnummer', copy: 'Prüfnummer kopieren' },
  copy: 'Kopieren',
  hide: 'Jetzt ausblenden',
  hidesAfter: (seconds) => `Wird nach ${seconds} Sekunden automatisch ausgeblendet.`,
  gone: {
    title: 'Link bereits verwendet oder abgelaufen',
    heading: 'Dieser Link wurde bereits verwendet oder ist abgelaufen',
    text: 'Kartendaten werden nur einmal und innerhalb einer Minute angezeigt. Kehren Sie dorthin zurück, wo Sie hergekommen sind, und lassen Sie sie sich erneut anzeigen.',
  },
  unknown: {
    title: 'Link funktioniert nicht',
    heading: 'Dieser Link funktioniert nicht',
    text: 'Kehren Sie dorthin zurück, wo Sie hergekommen sind, und lassen Sie sich die Kartendaten erneut anzeigen.',
  },
  script: {
    copied: 'Kopiert. Die Zwischenablage wird nach {seconds} Sekunden geleert.',
    notCopied: 'Ihr Browser erlaubt dieser Seite das Kopieren nicht. Markieren Sie den Text stattdessen.',
    emptied: 'Die Zwischenablage wurde geleert.',
    hidden: 'Die Kartendaten sind ausgeblendet. Fordern Sie sie erneut an, um sie zu sehen.',
  },
};
