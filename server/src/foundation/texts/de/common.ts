import { html } from '../../pages/html.ts';
import type { common as English } from '../en/common.ts';

export const common: typeof English = {
  error: 'Fehler:',
  hostedBy: 'Bereitgestellt von Causeway',
  busy: {
    title: 'Bitte warten Sie einen Moment',
    text: 'Es gab zu viele Anfragen. Versuchen Sie es in einer Minute erneut.',
  },
  failure: {
    title: 'Etwas ist schiefgegangen',
    text: 'Der Fehler liegt bei uns. Versuchen Sie es gleich noch einmal.',
  },
  notFound: {
    title: 'Seite nicht gefunden',
    text: (address) =>
      html`Unter ${address} gibt es keine Seite. Möglicherweise enthält die Adresse einen Tippfehler oder der Link ist veraltet.`,
    docs: 'Dokumentation der API',
  },
  liveness: {
    name: 'Lebenderkennung',
    sandbox: {
      title: 'Sie müssen nichts tun',
      text: 'Dies ist eine Testumgebung: Es wird keine Kamera verwendet, und die Prüfung wird fünf Sekunden nach der Anforderung automatisch abgeschlossen. Sie können diese Seite schließen und dorthin zurückkehren, wo Sie hergekommen sind.',
    },
    unknown: {
      title: 'Dieser Link funktioniert nicht',
      text: 'Er ist möglicherweise unvollständig. Kehren Sie dorthin zurück, wo Sie hergekommen sind, und starten Sie die Prüfung erneut.',
    },
    expired: {
      title: 'Dieser Link ist abgelaufen',
      text: 'Eine Prüfung muss innerhalb der vorgegebenen Zeit abgeschlossen werden. Kehren Sie dorthin zurück, wo Sie hergekommen sind, und starten Sie die Prüfung erneut.',
    },
  },
};
