import type { PersonPartId } from './business-fields.ts';

/** Texts of the pages about the people of a business. */
export const peopleTexts = {
  addFirst: 'Add a person',
  addNext: 'Add another person',
  edit: 'Edit',
  remove: 'Remove',
  documents: 'Documents',
  addDocuments: 'Add documents',
  continueAdding: 'Continue',
  unnamed: 'A person without a name yet',
  notFinished: 'Not finished',
  owns: (percent: number): string => `owns ${percent} %`,
  ofPerson: (name: string): string => `of ${name}`,

  addingProgress: (step: number, count: number): string => `Add a person: step ${step} of ${count}`,
  editingProgress: (step: number, count: number): string => `Edit a person: step ${step} of ${count}`,
  about: (name: string): string => `About ${name}.`,
  firstLead: 'A person who owns or runs the business. Their documents come next.',
  checkTitle: 'Check the answers',
  change: 'Change',

  next: 'Continue',
  back: 'Back',
  add: 'Add person',
  save: 'Save',
  saveAndClose: 'Save and close',

  removeTitle: (name: string): string => `Remove ${name}?`,
  removeLead: 'Their answers and documents are deleted. This cannot be undone.',
  discardLead: 'The answers that you have entered so far are deleted.',
  removeButton: 'Remove this person',
  keep: 'Keep this person',

  parts: {
    name: 'Name and role',
    birth: 'Date of birth and nationality',
    address: 'Home address',
    identifier: 'Tax number',
    share: 'Share and check',
  } satisfies Record<PersonPartId, string>,
};
