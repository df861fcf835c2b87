import { randomHex } from '../../foundation/kernel/ids.ts';
import { customer } from './payment-steps.ts';
import type { Scene, Step } from './scene.ts';

const address = { line1: '1 Main St', city: 'Austin', state: 'TX', postalCode: '73301', country: 'US' };
const person = { birthDate: '1985-12-10', nationality: 'US', address, idType: 'SSN', identifier: '123-45-6789' };

/** Smallest valid PDF document. */
const PDF = `%PDF-1.4
1 0 obj
<< /Type /Catalog /Pages 2 0 R >>
endobj
2 0 obj
<< /Type /Pages /Kids [3 0 R] /Count 1 >>
endobj
3 0 obj
<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>
endobj
xref
0 4
0000000000 65535 f 
0000000009 00000 n 
0000000058 00000 n 
0000000115 00000 n 
trailer
<< /Size 4 /Root 1 0 R >>
startxref
186
%%EOF
`;

async function upload(scene: Scene, documentHolder: string, fields: Record<string, string>): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ documentHolder, country: 'US', ...fields })) form.set(name, value);
  form.set('file', new Blob([PDF]), 'document.pdf');
  scene.add((await scene.api.post('/documents', form)).id);
}

const identityDocument = () => ({
  documentType: 'PASSPORT',
  documentNumber: `P${randomHex(32)}x`,
  issuingAuthority: 'State',
});

const identity: Step = (scene) => upload(scene, scene.id('Customer'), identityDocument());

const submission: Step = async (scene) => {
  scene.add((await scene.api.post('/verifications', { customerId: scene.id('Customer') })).id);
};

/** Creates an individual with all data for a verification; the ending of the name selects the result. */
export const verified = (ending = ''): readonly Step[] => [customer(ending, person), identity, submission];

const businessDocuments = ['CERTIFICATE_OF_INCORPORATION', 'DIRECTOR_REGISTRY', 'SHAREHOLDER_REGISTER', 'UTILITY_BILL'];

const business =
  (ending: string): Step =>
  async (scene) => {
    const businessInfo = {
      legalName: 'Acme Inc',
      country: 'US',
      taxId: '12-3456789',
      incorporatedOn: '2010-05-01',
      countriesOfOperation: ['US'],
      registrationNumber: `R-${ending}`,
    };
    scene.add((await scene.api.post('/customers', { customerType: 'BUSINESS', address, businessInfo })).id);
  };

const owner: Step = async (scene) => {
  const personalInfo = { firstName: 'Grace', lastName: 'Hopper', ...person };
  const ownership = { roles: ['UBO', 'CONTROL_PERSON'], ownershipPercentage: 50, personalInfo };
  const { id } = await scene.api.post('/beneficial-owners', { customerId: scene.id('Customer'), ...ownership });
  scene.add(id);
  await upload(scene, id, identityDocument());
};

const registers: Step = async (scene) => {
  for (const documentType of businessDocuments) await upload(scene, scene.id('Customer'), { documentType });
};

/** Creates a business with owner and documents; the ending of the registration number selects the result. */
export const verifiedBusiness = (ending: string): readonly Step[] => [business(ending), owner, registers, submission];

export const removedCustomer: Step = async (scene) => {
  await scene.api.delete(`/customers/${scene.id('Customer')}`);
};

export const imported =
  (csv: string): Step =>
  async (scene) => {
    const form = new FormData();
    form.set('file', new Blob([csv]), 'customers.csv');
    const { jobId } = await scene.api.post('/customers/bulk/csv', form);
    scene.add(jobId, 'Job');
  };

/** Creates a wallet whose owner passes a liveness check. */
export const provedWallet: Step = async (scene) => {
  const body = {
    currency: 'USDC',
    platformAccountId: `wallet-${randomHex(32)}x`,
    ownershipType: 'FIRST_PARTY',
    accountInfo: { accountType: 'SOLANA_WALLET', address: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' },
  };
  const { id } = await scene.api.post('/platform/external-accounts', body);
  scene.add(id);
  await scene.api.post(`/platform/external-accounts/${id}/challenge`, { method: 'LIVENESS' });
  await scene.advance(5);
};

export const claimedInvitation: Step = async (scene) => {
  const { umaAddress } = await scene.api.get(`/customers/${scene.id('Customer')}`);
  const { code } = await scene.api.post('/invitations', { inviterUma: umaAddress });
  scene.add(code, 'UmaInvitation');
  await scene.api.post(`/invitations/${code}/claim`, { inviteeUma: '$grace@bank.example' });
};
