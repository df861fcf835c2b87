import { html } from '../../pages/html.ts';
import type { verification as English } from '../en/verification.ts';

export const verification: typeof English = {
  purpose: { INDIVIDUAL: 'Identitätsprüfung', BUSINESS: 'Prüfung Ihres Unternehmens' },
  saved: (platform) => `Ihre Angaben werden laufend gespeichert und für die Prüfung an ${platform} weitergegeben.`,
  comeBack: (time) => `Über denselben Link können Sie bis ${time} hierher zurückkehren.`,
  back: 'Zurück',
  progress: (step, count) => `Schritt ${step} von ${count}`,
  errors: 'Bitte prüfen Sie Ihre Angaben',
  rejected: 'Ein Teil der Angaben konnte nicht gespeichert werden. Bitte prüfen Sie sie und versuchen Sie es erneut.',
  start: 'Beginnen',
  continue: 'Weiter',
  save: 'Speichern',
  change: 'Ändern',
  changeThese: 'Diese Angaben ändern',
  done: 'Erledigt',
  toDo: 'Offen',
  complete: 'Vollständig',
  secret: 'Angegeben, wird nicht angezeigt',
  address: 'Adresse',
  welcome: {
    INDIVIDUAL: {
      title: 'Bestätigen Sie Ihre Identität',
      lead: (platform) =>
        `${platform} bittet Sie, Ihre Identität zu bestätigen. Bitte halten Sie Ihren Reisepass oder ein anderes Ausweisdokument bereit. Es dauert etwa fünf Minuten.`,
    },
    BUSINESS: {
      title: 'Lassen Sie Ihr Unternehmen prüfen',
      lead: (platform) =>
        `${platform} bittet Sie, Ihr Unternehmen prüfen zu lassen. Bitte halten Sie die Registerdaten, die Unterlagen und die Angaben zu den Eigentümern bereit.`,
    },
  },
  changes: {
    title: 'Einige Angaben müssen überarbeitet werden',
    lead: 'Alles andere ist in Ordnung und bleibt unverändert.',
  },
  steps: {
    INDIVIDUAL: {
      about: { title: 'Angaben zu Ihrer Person', lead: 'Bitte geben Sie Ihre persönlichen Daten ein.' },
      address: { title: 'Ihre Wohnadresse', lead: 'Die Adresse, an der Sie wohnen. Ein Postfach genügt nicht.' },
      identifier: {
        title: 'Ihre Steuernummer',
        lead: 'Sie unterscheidet Sie von anderen Personen mit demselben Namen.',
      },
      documents: { title: 'Ihr Ausweisdokument', lead: 'Ein Foto oder ein Scan genügt.' },
    },
    BUSINESS: {
      business: { title: 'Angaben zum Unternehmen', lead: 'Wie im Register eingetragen.' },
      address: {
        title: 'Adresse des Unternehmens',
        lead: 'Der eingetragene Sitz oder die Hauptniederlassung.',
      },
      people: {
        title: 'Eigentümer und Geschäftsleitung',
        lead: 'Alle Personen, die 25 Prozent oder mehr besitzen, und mindestens eine Person, die das Unternehmen leitet.',
      },
      documents: { title: 'Unterlagen des Unternehmens', lead: 'Scans, Fotos oder PDF-Dateien genügen.' },
    },
    review: {
      title: 'Prüfen und absenden',
      lead: 'Bitte prüfen Sie Ihre Angaben. Nach dem Absenden können Sie sie hier nicht mehr ändern.',
    },
  },
  review: {
    missing: 'Einige Angaben fehlen noch.',
    next: (step) => `Als Nächstes: ${step}.`,
    consent: (terms) => html`Ich habe die ${terms} gelesen und akzeptiere sie.`,
    terms: 'Bedingungen für Endnutzer',
    newTab: '(öffnet sich in einem neuen Tab)',
    termsBlank: 'Akzeptieren Sie die Bedingungen, um fortzufahren',
    truth: 'Mit dem Absenden bestätigen Sie, dass alle Angaben wahr und vollständig sind.',
    send: 'Zur Prüfung absenden',
  },
  outcome: {
    APPROVED: {
      INDIVIDUAL: 'Ihre Identität ist bestätigt',
      BUSINESS: 'Ihr Unternehmen ist bestätigt',
      text: (platform) => `Sie müssen nichts weiter tun. Wir haben ${platform} informiert.`,
    },
    REJECTED: {
      INDIVIDUAL: 'Wir konnten Ihre Identität nicht bestätigen',
      BUSINESS: 'Wir konnten Ihr Unternehmen nicht bestätigen',
      text: (platform) => `Wir haben ${platform} informiert. Bitte wenden Sie sich bei Fragen dorthin.`,
    },
    PENDING: {
      INDIVIDUAL: 'Vielen Dank. Wir prüfen Ihre Angaben',
      BUSINESS: 'Vielen Dank. Wir prüfen die Angaben zu Ihrem Unternehmen',
      text: (platform) => `Im Moment müssen Sie nichts weiter tun. ${platform} teilt Ihnen das Ergebnis mit.`,
    },
    close: 'Sie können diese Seite schließen.',
    continueTo: (platform) => `Weiter zu ${platform}`,
    leadsTo: (host) => `Dieser Link führt zu ${host}.`,
  },
  closed: {
    name: 'Prüfung',
    unknown: {
      title: 'Dieser Link funktioniert nicht',
      text: 'Er ist möglicherweise unvollständig oder nicht mehr gültig. Bitte fordern Sie dort, wo Sie diesen Link erhalten haben, einen neuen an.',
    },
    expired: {
      title: 'Dieser Link ist nicht mehr gültig',
      text: 'Er ist abgelaufen oder wurde bereits verwendet. Bitte fordern Sie dort, wo Sie diesen Link erhalten haben, einen neuen an.',
    },
    entrance: 'Einen Moment bitte',
    outdated: {
      title: 'Diese Seite ist veraltet',
      text: 'Es wurde nichts gespeichert. Bitte öffnen Sie Ihren Link erneut und wiederholen Sie den letzten Schritt.',
    },
    changed: {
      title: 'Etwas hat sich geändert',
      text: 'Ihr Antrag wurde in der Zwischenzeit geändert. Bitte öffnen Sie Ihren Link erneut.',
    },
    tooLarge: {
      title: 'Das ist zu groß',
      text: 'Die Datei oder das Formular ist zu groß. Eine Datei darf höchstens 10 MB groß sein.',
    },
    failure: {
      title: 'Etwas ist schiefgegangen',
      text: 'Entschuldigung, der Fehler liegt bei uns. Alles, was Sie gespeichert haben, ist sicher. Bitte versuchen Sie es gleich noch einmal.',
    },
    unfit: {
      title: 'Das konnten wir nicht verarbeiten',
      text: 'Bitte gehen Sie zurück und versuchen Sie es erneut.',
    },
    contact: {
      title: 'Bitte bestätigen Sie zuerst Ihre Kontaktdaten',
      text: 'Bitte bestätigen Sie Ihre E-Mail-Adresse oder Telefonnummer dort, wo Sie diesen Link erhalten haben. Öffnen Sie den Link danach erneut: Alles, was Sie gespeichert haben, ist noch da.',
    },
  },
  script: {
    anotherCountry: 'Weiteres Land ({number})',
    preview: 'Vorschau der ausgewählten Datei',
    chooseFile: 'Datei auswählen',
    takePhoto: 'Foto aufnehmen',
    fileBlank: 'Wählen Sie ein Foto oder einen Scan des Dokuments aus',
    fileTooLarge: 'Diese Datei ist größer als 10 MB. Wählen Sie eine kleinere aus',
    fileInvalid: 'Wählen Sie eine PDF-, JPEG- oder PNG-Datei aus',
    upload: 'Hochladen',
    uploading: 'Wird hochgeladen',
    checking: 'Die Datei wird geprüft',
    interrupted: 'Das Hochladen wurde unterbrochen. Bitte versuchen Sie es erneut.',
    stay: 'Auf dieser Seite bleiben',
    countdown: 'Weiter in {seconds} Sekunden',
    countdownOne: 'Weiter in {seconds} Sekunde',
  },
};
