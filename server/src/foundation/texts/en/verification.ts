import { type Html, html } from '../../pages/html.ts';

/** Frame and screens of the verification page. */
export const verification = {
  purpose: { INDIVIDUAL: 'Identity verification', BUSINESS: 'Business verification' },
  saved: (platform: string) => `Your answers are saved as you go and shared with ${platform} to verify you.`,
  comeBack: (time: string) => `You can come back through the same link until ${time}.`,
  back: 'Back',
  progress: (step: number, count: number) => `Step ${step} of ${count}`,
  errors: 'There is a problem',
  /** Used if a rejected answer belongs to no question of the page. */
  rejected: 'Some of it could not be saved. Please check your answers and try again.',
  start: 'Start',
  continue: 'Continue',
  save: 'Save',
  change: 'Change',
  changeThese: 'Change these',
  done: 'Done',
  toDo: 'To do',
  complete: 'Complete',
  secret: 'Given, not shown',
  address: 'Address',
  welcome: {
    INDIVIDUAL: {
      title: 'Verify your identity',
      lead: (platform: string) =>
        `${platform} asks you to confirm who you are. Please have your passport or another identity document at hand. It takes about five minutes.`,
    },
    BUSINESS: {
      title: 'Verify your business',
      lead: (platform: string) =>
        `${platform} asks you to verify your business. Please have its registration, its documents and the details of its owners at hand.`,
    },
  },
  changes: {
    title: 'Some of it needs another look',
    lead: 'Everything else is fine and stays as it is.',
  },
  steps: {
    INDIVIDUAL: {
      about: { title: 'About you', lead: 'Please enter your personal details.' },
      address: { title: 'Your home address', lead: 'Where you live. A PO box is not enough.' },
      identifier: {
        title: 'Your tax number',
        lead: 'It distinguishes you from other people with the same name.',
      },
      documents: { title: 'Your identity document', lead: 'A photo or a scan is fine.' },
    },
    BUSINESS: {
      business: { title: 'About the business', lead: 'As registered.' },
      address: { title: 'Address of the business', lead: 'Where it is registered or has its main office.' },
      people: {
        title: 'Owners and managers',
        lead: 'Everyone who owns 25 percent or more, and at least one person who runs the business.',
      },
      documents: { title: 'Documents of the business', lead: 'Scans, photos or PDF files are fine.' },
    },
    review: {
      title: 'Check and send',
      lead: 'Please check your answers. You cannot change them here once they are sent.',
    },
  },
  review: {
    missing: 'Some answers are still missing.',
    next: (step: string) => `Next: ${step}.`,
    consent: (terms: Html) => html`I have read and accept the ${terms}.`,
    terms: 'terms for end users',
    newTab: '(opens in a new tab)',
    termsBlank: 'Accept the terms to go on',
    truth: 'By sending this you confirm that everything here is true and complete.',
    send: 'Send for verification',
  },
  outcome: {
    APPROVED: {
      INDIVIDUAL: 'You are verified',
      BUSINESS: 'Your business is verified',
      text: (platform: string) => `There is nothing more to do. We have let ${platform} know.`,
    },
    REJECTED: {
      INDIVIDUAL: 'We could not verify you',
      BUSINESS: 'We could not verify your business',
      text: (platform: string) => `We have let ${platform} know. Please contact them if you have questions.`,
    },
    PENDING: {
      INDIVIDUAL: 'Thank you. We are checking your details',
      BUSINESS: 'Thank you. We are checking your details',
      text: (platform: string) => `There is nothing more to do for now. ${platform} will let you know the result.`,
    },
    close: 'You can close this page.',
    continueTo: (platform: string) => `Continue to ${platform}`,
    leadsTo: (host: string) => `This leads to ${host}.`,
  },
  closed: {
    name: 'Verification',
    unknown: {
      title: 'This link does not work',
      text: 'It may be incomplete or no longer valid. Please ask for a new link where you got this one.',
    },
    expired: {
      title: 'This link is no longer valid',
      text: 'It has expired or was already used. Please ask for a new link where you got this one.',
    },
    entrance: 'One moment',
    outdated: {
      title: 'This page is out of date',
      text: 'Nothing was saved. Please open your link again and repeat the last step.',
    },
    changed: {
      title: 'Something has changed',
      text: 'Your application was changed in the meantime. Please open your link again.',
    },
    tooLarge: { title: 'That is too large', text: 'The file or the form is too large. A file can have up to 10 MB.' },
    failure: {
      title: 'Something went wrong',
      text: 'Sorry, the mistake is on our side. Everything you saved is safe. Please try again in a moment.',
    },
    unfit: { title: 'We did not understand that', text: 'Please go back and try again.' },
    contact: {
      title: 'Please confirm your contact details first',
      text: 'Please confirm your email address or phone number where you got this link. Then open the link again: everything you saved is still here.',
    },
  },
  /** Texts shown by the script, which replaces `{seconds}` and `{number}`. */
  script: {
    anotherCountry: 'Another country ({number})',
    preview: 'Preview of the file you chose',
    chooseFile: 'Choose a file',
    takePhoto: 'Take a photo',
    fileBlank: 'Choose a photo or a scan of the document',
    fileTooLarge: 'This file is larger than 10 MB. Choose a smaller one',
    fileInvalid: 'Choose a PDF, JPEG or PNG file',
    upload: 'Upload',
    uploading: 'Uploading',
    checking: 'Checking the file',
    interrupted: 'The upload was interrupted. Please try again.',
    stay: 'Stay on this page',
    countdown: 'Continuing in {seconds} seconds',
    countdownOne: 'Continuing in {seconds} second',
  },
};
