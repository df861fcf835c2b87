import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../src/foundation/kernel/clock.ts';
import { sweepPersonDrafts } from '../src/parties/onboarding/person-draft.ts';
import { TestApp } from './support/app.ts';
import { Client } from './support/client.ts';
import { newBusiness, newIndividual, pdf, person, png } from './support/documents.ts';
import { livenessLink } from './support/external-accounts.ts';
import { newLink, newStranger, personAnswers, statusOf } from './support/hosted-customers.ts';
import { storedLines } from './support/request-lines.ts';
import { look, Visitor } from './support/visitor.ts';

/** Scripts of hosted pages, with their texts. */
const SCRIPT_CHARACTERS = 8_000;

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app.stop());

describe('a link', () => {
  it('exchanges its token for a cookie of one path that no script and no other site can use', async () => {
    const { kycUrl, token } = await newLink(app.client, await newIndividual(app.client));
    const entrance = await look(kycUrl);
    expect(entrance.status).toBe(200);
    const cookie = entrance.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(
      /^causeway-kyc=[^;]+; Path=\/kyc\/session\/[0-9a-f-]{36}; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
    );
    expect(entrance.text).not.toContain(token);
    const visitor = await Visitor.enter(kycUrl);
    expect(visitor.base).not.toContain(token);
    expect((await visitor.get('')).text).not.toContain(token);
  });

  it('sets a Secure cookie if the service uses https', async () => {
    const secured = await TestApp.start({ config: { publicUrl: 'https://pay.example' }, beside: app });
    const { token, kycUrl } = await newLink(secured.client, await newIndividual(app.client));
    expect(kycUrl).toBe(`https://pay.example/kyc/${token}`);
    expect((await fetch(`${secured.url}/kyc/${token}`)).headers.get('set-cookie')).toMatch(/; Secure$/);
    await secured.stop();
  });

  it('returns a page with a strict content policy that is not cached, framed or sent as a referrer', async () => {
    const visitor = await Visitor.enter((await newLink(app.client, await newIndividual(app.client))).kycUrl);
    const { headers } = await visitor.get('');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-type': 'text/html; charset=utf-8',
    });
  });

  it('loads its style and script from the service, under names that change with their content', async () => {
    const visitor = await Visitor.enter((await newLink(app.client, await newIndividual(app.client))).kycUrl);
    const { text } = await visitor.get('');
    const files = [...text.matchAll(/(?:src|href)="(\/kyc\/assets\/[^"]+)"/g)].map(([, path]) => path);
    expect(files).toHaveLength(3);
    for (const path of files) {
      expect(path).toMatch(/-[0-9a-f]{12}\.(css|js|svg)$/);
      const file = await fetch(`${app.url}${path}`);
      expect(file.status).toBe(200);
      expect(file.headers.get('cache-control')).toContain('immutable');
    }
  });

  it('that does not exist, and a session that does not exist, return a page with 404 and no details', async () => {
    const { kycUrl } = await newLink(app.client, await newIndividual(app.client));
    const visitor = await Visitor.enter(kycUrl);
    const forged = new Visitor(visitor.origin, visitor.base, `${'0'.repeat(64)}.${'A'.repeat(43)}`);
    const other = await Visitor.enter((await newLink(app.client, await newIndividual(app.client))).kycUrl);
    const swapped = new Visitor(visitor.origin, visitor.base, other.cookie);
    const answers = [
      await look(`${app.url}/kyc/${'0'.repeat(64)}`),
      await look(`${app.url}/kyc/%00`),
      await look(`${app.url}${visitor.base}`),
      await look(`${app.url}/kyc/what/ever`),
      await forged.get(''),
      await swapped.get(''),
      await visitor.get('/nowhere'),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(404);
      expect(answer.headers.get('content-type')).toContain('text/html');
    }
    expect(answers[0]?.text).toContain('This link does not work');
  });

  it('expires by the clock of its platform: 410 on opening and during a visit', async () => {
    const client = await app.newPlatform();
    const { kycUrl } = await newLink(client, await newIndividual(client));
    const visitor = await Visitor.enter(kycUrl);
    await client.post('/sandbox/clock/advance', { seconds: 24 * 3600 });
    for (const answer of [await look(kycUrl), await visitor.get('/review')]) {
      expect(answer.status).toBe(410);
      expect(answer.text).toContain('no longer valid');
    }
  });

  it('approves a person whose name ends in 230 when the last step is submitted', async () => {
    const customerId = await newIndividual(app.client, 'Ada Lovelace 230');
    const visitor = await Visitor.enter((await newLink(app.client, customerId)).kycUrl);
    const details = { documentType: 'PASSPORT', country: 'US', documentNumber: 'P1', issuingAuthority: 'State' };
    expect((await visitor.upload('/documents/add?need=PASSPORT', details, png())).status).toBe(303);
    expect(await statusOf(app.client, customerId)).toBe('UNVERIFIED');
    expect((await visitor.post('/review')).location).toBe(`${visitor.base}/done`);
    expect((await visitor.get('/done')).text).toContain('You are verified');
    expect(await statusOf(app.client, customerId)).toBe('APPROVED');
  });

  it('ends with a submission: its visitor sees only the outcome, and its token opens nothing', async () => {
    const customerId = await newBusiness(app.client, 'R-9');
    const { kycUrl } = await newLink(app.client, customerId, { redirectUri: 'https://platform.example/back?a=1&b=2' });
    const visitor = await Visitor.enter(kycUrl);
    const second = await Visitor.enter(kycUrl);
    expect((await visitor.post('/review')).location).toBe(`${visitor.base}/done`);
    expect(await statusOf(app.client, customerId)).toBe('APPROVED');

    const outcome = await visitor.get('/done');
    expect(outcome.text).toContain('Your business is verified');
    expect(outcome.text).toContain('href="https://platform.example/back?a=1&amp;b=2"');
    expect((await visitor.get('/business')).location).toBe(`${visitor.base}/done`);
    expect((await second.send('/review', {})).location).toBe(`${visitor.base}/done`);
    const used = await look(kycUrl);
    expect(used.status).toBe(410);
    expect(used.headers.get('set-cookie')).toBeNull();
    expect(used.text).not.toContain('verified');
    const madeUp = new Visitor(visitor.origin, visitor.base, `${kycUrl.split('/').at(-1)}.x`);
    expect((await madeUp.get('/done')).status).toBe(404);
  });

  it('shows that a business was rejected', async () => {
    const visitor = await Visitor.enter((await newLink(app.client, await newBusiness(app.client, 'R-002'))).kycUrl);
    await visitor.post('/review');
    const { text } = await visitor.get('/done');
    expect(text).toContain('We could not verify your business');
    expect(text).toContain('You can close this page');
  });

  it('rejects a form that was not issued for it', async () => {
    const customerId = await newStranger(app.client, 'Ada Lovelace 003');
    const visitor = await Visitor.enter((await newLink(app.client, customerId)).kycUrl);
    const other = await Visitor.enter((await newLink(app.client, customerId)).kycUrl);
    const answer = { nationality: 'US', 'birthDate.day': '1', 'birthDate.month': '2', 'birthDate.year': '1990' };
    for (const formToken of ['', 'x', await other.formToken()]) {
      expect((await visitor.send('/about', { ...answer, formToken })).status).toBe(403);
    }
    const upload = await visitor.upload('/documents/add?need=PASSPORT', { formToken: 'x' }, png());
    expect(upload.status).toBe(403);
    const { body } = await app.client.get(`/customers/${customerId}`);
    expect(body.nationality).toBeUndefined();
    expect((await app.client.get(`/documents?documentHolder=${customerId}`)).body.data).toEqual([]);
    const json = await visitor.raw('/about', JSON.stringify(answer), 'application/json');
    expect(json.status).toBe(415);
  });

  it('limits the size of a form, of a file, and the number of requests', async () => {
    const visitor = await Visitor.enter(
      (await newLink(app.client, await newStranger(app.client, 'Ada Lovelace 003'))).kycUrl,
    );
    const countFiles = async (): Promise<number> => {
      const text = "SELECT count(*)::int AS n FROM stored_files WHERE state = 'KEPT'";
      return (await app.database.db.pool.query(text)).rows[0].n;
    };
    const before = await countFiles();
    expect((await visitor.post('/about', { fullName: 'a'.repeat(70_000) })).status).toBe(413);
    const large = await visitor.upload('/documents/add?need=PASSPORT', {}, pdf(10 * 1024 * 1024));
    expect(large.status).toBe(413);
    expect(await countFiles()).toBe(before);
    // Sends all at once, because the limit refills over time.
    const answers = await Promise.all(Array.from({ length: 150 }, () => visitor.get('')));
    const limited = answers.find(({ status }) => status === 429);
    expect(Number(limited?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('does not log its token', async () => {
    const { kycUrl, token } = await newLink(app.client, await newIndividual(app.client));
    const visitor = await Visitor.enter(kycUrl);
    await visitor.get('/review');
    await visitor.send('/about', { formToken: 'x' });
    await fetch(`${kycUrl}x`);
    await app.app.requestLog.flush();
    const lines = await storedLines(app.database.db);
    for (const line of [...app.logs, ...lines.map(({ text }) => text)]) expect(line).not.toContain(token);
  });

  it('changes nothing of another customer', async () => {
    const other = await newBusiness(app.client);
    const owner = await app.client.post('/beneficial-owners', {
      customerId: other,
      roles: ['UBO'],
      ownershipPercentage: 30,
      personalInfo: person,
    });
    const visitor = await Visitor.enter((await newLink(app.client, await newBusiness(app.client))).kycUrl);
    const ownerId = encodeURIComponent(owner.body.id);
    for (const path of [
      `/people/${ownerId}`,
      `/people/${ownerId}/name`,
      `/people/${ownerId}/remove`,
      `/people/${ownerId}/documents`,
      `/documents/add?need=PASSPORT&for=${ownerId}`,
    ]) {
      expect([path, (await visitor.get(path)).status]).toEqual([path, 404]);
      expect((await visitor.get(path)).text).not.toContain('Hopper');
    }
    expect((await visitor.post(`/people/${ownerId}/name`, { 'personalInfo.firstName': 'Eve' })).status).toBe(404);
    expect((await visitor.post(`/people/${ownerId}/remove`)).status).toBe(404);
    expect((await app.client.get(`/beneficial-owners/${owner.body.id}`)).body.personalInfo.firstName).toBe('Grace');
  });

  it('shows input as text, even if it looks like markup', async () => {
    const legalName = '"><script src="/x.js"></script>\'&amp;<b>';
    const customerId = await newBusiness(app.client, 'R-003', { legalName });
    const visitor = await Visitor.enter((await newLink(app.client, customerId)).kycUrl);
    const name = encodeURIComponent('<img src=x>');
    await visitor.upload(
      '/documents/add?need=UTILITY_BILL',
      { documentType: 'UTILITY_BILL', country: 'US' },
      pdf(),
      '<b>.pdf',
    );
    for (const path of ['/review', '/business?change=1', `/${name}`, '/documents']) {
      const { text } = await visitor.get(path);
      expect(text).not.toMatch(/<script src="\/x|<b>|<img/);
    }
    expect((await visitor.get('/review')).text).toContain('&quot;&gt;&lt;script src=&quot;/x.js&quot;&gt;');
  });

  it('accepts both sides of a card one after the other, and replaces each', async () => {
    const customerId = await newIndividual(app.client);
    const visitor = await Visitor.enter((await newLink(app.client, customerId)).kycUrl);
    const card = { documentType: 'NATIONAL_ID', country: 'US', documentNumber: 'N-1', issuingAuthority: 'State' };
    const front = await visitor.upload('/documents/add?need=PASSPORT', card, png(), 'front.png');
    const other = front.location?.slice(visitor.base.length) ?? '';
    expect(other).toMatch(/\/other-side$/);
    expect((await visitor.get(other)).text).toContain('Photo or scan of the back');
    const back = await visitor.upload(other, {}, png(), 'back.png');
    expect(back.location).toBe(`${visitor.base}/review`);
    const { text } = await visitor.get('/documents');
    const paths = [...text.matchAll(/href="[^"]+(\/documents\/[^"/]+\/replace)"/g)].map(([, path]) => path ?? '');
    expect(paths).toHaveLength(2);
    expect((await visitor.get(paths[1] ?? '')).text).toMatch(/Photo or scan<span class="two-sided"> of the back/);
    expect((await visitor.upload(paths[1] ?? '', card, pdf(), 'back.pdf')).location).toBe(`${visitor.base}/review`);
    const { body } = await app.client.get(`/documents?documentHolder=${customerId}`);
    const kept = body.data.map((document: any) => [document.side, document.fileName]).sort();
    expect(kept).toEqual([
      ['BACK', 'back.pdf'],
      ['FRONT', 'front.png'],
    ]);
  });

  it('keeps a secret that is left empty when another field changes', async () => {
    const customerId = await newBusiness(app.client);
    const visitor = await Visitor.enter((await newLink(app.client, customerId)).kycUrl);
    expect((await visitor.get('/business?change=1')).text).not.toContain('12-3456789');
    const changed = await visitor.post('/business?change=1', {
      'businessInfo.legalName': 'Acme Two',
      'businessInfo.country': 'US',
      'businessInfo.registrationNumber': 'R-003',
      'businessInfo.taxId': '',
      'businessInfo.incorporatedOn.day': '1',
      'businessInfo.incorporatedOn.month': '5',
      'businessInfo.incorporatedOn.year': '2011',
      'businessInfo.countriesOfOperation': 'US',
      customerType: 'INDIVIDUAL',
      email: 'eve@example.com',
    });
    expect(changed.status).toBe(303);
    const { body } = await app.client.get(`/customers/${customerId}`);
    expect(body.businessInfo).toMatchObject({
      legalName: 'Acme Two',
      taxId: '12-3456789',
      incorporatedOn: '2011-05-01',
    });
    expect(body).toMatchObject({ customerType: 'BUSINESS' });
    expect(body.email).toBeUndefined();
  });

  it('asks for consent to the terms if the platform is not regulated, and stores it', async () => {
    const made = await app.client.post('/sandbox/platforms', {
      name: 'Unregulated',
      isRegulatedFinancialInstitution: false,
    });
    const client = new Client({
      ...app.client,
      ...made.body.token,
      platformId: made.body.id,
      contract: app.contract,
    });
    const customerId = await newBusiness(client, 'R-9');
    const visitor = await Visitor.enter((await newLink(client, customerId)).kycUrl);
    const { text } = await visitor.get('/review');
    const terms = /href="([^"]+end-user-terms[^"]+)"/.exec(text)?.[1] ?? '';
    expect((await fetch(terms)).status).toBe(200);
    const rejected = await visitor.post('/review');
    expect(rejected.status).toBe(422);
    expect(rejected.text).toContain('Accept the terms to go on');
    expect((await visitor.post('/review', { terms: 'V1' })).location).toBe(`${visitor.base}/done`);
    const { body } = await client.get(`/customers/${customerId}`);
    expect(body.endUserTermsConsent).toMatchObject({ termsVersion: 'V1', acceptanceMethod: 'CHECKBOX' });
  });

  it('accepts the tax number of another country from persons who do not live in the US', async () => {
    const customer = { customerType: 'INDIVIDUAL', fullName: 'Marie Curie 003' };
    const home = { line1: 'Rue Exemple 1', city: 'Paris', postalCode: '75001' };
    const enter = async (country: string) => {
      const { body } = await app.client.post('/customers', { ...customer, address: { ...home, country } });
      return { id: body.id, visitor: await Visitor.enter((await newLink(app.client, body.id)).kycUrl) };
    };
    const number = { idType: 'NON_US_TAX_ID', identifier: '30 23 217 600 053' };
    const french = await enter('FR');
    const unissued = await french.visitor.post('/identifier', number);
    expect([unissued.status, unissued.text.includes('Choose the country that issued')]).toEqual([422, true]);
    expect((await french.visitor.post('/identifier', { ...number, countryOfIssuance: 'FR' })).status).toBe(303);
    const { body } = await app.client.get(`/customers/${french.id}`);
    expect(body).toMatchObject({ idType: 'NON_US_TAX_ID', countryOfIssuance: 'FR' });
    const american = await enter('US');
    const rejected = await american.visitor.post('/identifier', { ...number, countryOfIssuance: 'FR' });
    expect([rejected.status, rejected.text.includes('Choose an SSN or ITIN')]).toEqual([422, true]);
    expect((await american.visitor.post('/identifier', { idType: 'SSN', identifier: '000-45-6789' })).status).toBe(303);
  });

  it('waits for the platform if a contact must be confirmed first', async () => {
    const { body } = await app.client.post('/customers', {
      customerType: 'INDIVIDUAL',
      fullName: 'Ada Lovelace 003',
      email: 'ada@example.com',
    });
    const visitor = await Visitor.enter((await newLink(app.client, body.id)).kycUrl);
    const home = { line1: 'Unter den Linden 1', city: 'Berlin', postalCode: '10117', country: 'DE' };
    const answers = Object.fromEntries(Object.entries(home).map(([name, value]) => [`address.${name}`, value]));
    expect((await visitor.post('/address', answers)).status).toBe(303);
    const rejected = await visitor.post('/identifier', { idType: 'SSN', identifier: '123-45-6789' });
    expect(rejected.status).toBe(409);
    expect(rejected.text).toContain('confirm your contact details first');
  });
});

describe('the people of a business', () => {
  const enter = async (customerId: string) => Visitor.enter((await newLink(app.client, customerId)).kycUrl);
  const ownersOf = async (customerId: string) =>
    (await app.client.get(`/beneficial-owners?customerId=${customerId}`)).body.data;

  /** Fills in the parts up to `last`, and returns the target of the last redirect. */
  async function answerUpTo(last: string, visitor: Visitor, person = 'add'): Promise<string | undefined> {
    let to: string | undefined;
    for (const [part, fields] of Object.entries(personAnswers)) {
      const answer = await visitor.post(`/people/${person}/${part}`, fields);
      expect([part, answer.status]).toEqual([part, 303]);
      to = answer.location?.slice(visitor.base.length);
      if (part === last) break;
    }
    return to;
  }

  it('are added in five parts, each with its own errors and with the answers of the others', async () => {
    const customerId = await newBusiness(app.client);
    const visitor = await enter(customerId);
    expect((await visitor.get('/people/add')).location).toBe(`${visitor.base}/people/add/name`);
    expect((await visitor.get('/people/add/address')).location).toBe(`${visitor.base}/people/add/name`);
    const blank = await visitor.post('/people/add/name');
    expect(blank.status).toBe(422);
    expect(blank.text).toContain('Add a person: step 1 of 5');
    expect([...blank.text.matchAll(/<a href="#([^"]+)">/g)].map(([, id]) => id)).toEqual([
      'personalInfo-firstName',
      'personalInfo-lastName',
      'roles-0',
    ]);
    const odd = await visitor.post('/people/add/name', {
      ...personAnswers['name'],
      'personalInfo.lastName': 'H0pper!',
    });
    expect([odd.status, odd.text.includes('id="personalInfo-lastName-error"')]).toEqual([422, true]);
    expect(await answerUpTo('name', visitor)).toBe('/people/add/birth');

    const future = await visitor.post('/people/add/birth', {
      ...personAnswers['birth'],
      'personalInfo.birthDate.year': '2999',
    });
    expect([future.status, future.text.includes('Enter a real date of birth in the past')]).toEqual([422, true]);
    const half = { ...personAnswers['birth'], 'personalInfo.nationality': '', go: 'back' };
    expect((await visitor.post('/people/add/birth', half)).location).toBe(`${visitor.base}/people/add/name`);
    expect((await visitor.get('/people/add/name')).text).toContain('value="Hopper"');
    expect((await visitor.get('/people/add/birth')).text).toContain('value="1986"');
    expect((await visitor.get('/people')).text).toMatch(/Grace Hopper[\s\S]*Not finished/);
    expect((await (await enter(customerId)).get('/people')).text).not.toContain('Hopper');

    const wrong = { ...personAnswers['identifier'], 'personalInfo.identifier': '12' };
    expect(await answerUpTo('address', visitor)).toBe('/people/add/identifier');
    expect((await visitor.post('/people/add/identifier', wrong)).status).toBe(422);
    expect(await answerUpTo('identifier', visitor)).toBe('/people/add/share');
    const check = (await visitor.get('/people/add/share')).text;
    for (const text of ['step 5 of 5', '9 December 1986', '22201', 'United States', 'Given, not shown']) {
      expect(check).toContain(text);
    }
    expect(check).not.toContain('6789');
    const { rows } = await app.database.db.pool.query('SELECT person_draft_sealed AS draft FROM kyc_links');
    const drafts = rows.flatMap(({ draft }) => (draft === null ? [] : [draft]));
    expect([drafts.length, drafts.some((draft) => /Hopper|6789/.test(draft))]).toEqual([1, false]);
    const leave = await visitor.post('/people/add/share', { ownershipPercentage: '55', go: 'address' });
    expect(leave.location).toBe(`${visitor.base}/people/add/address?change=1`);
    expect((await visitor.get('/people/add/share')).text).toContain('value="55"');
    const changed = await visitor.post('/people/add/address?change=1', {
      ...personAnswers['address'],
      'personalInfo.address.city': 'New York',
    });
    expect(changed.location).toBe(`${visitor.base}/people/add/share`);
    expect(await ownersOf(customerId)).toEqual([]);

    const added = await visitor.post('/people/add/share', personAnswers['share']);
    const [owner] = await ownersOf(customerId);
    expect(added.location).toBe(`${visitor.base}/documents/add?need=PASSPORT&for=${encodeURIComponent(owner.id)}`);
    expect(owner).toMatchObject({
      roles: ['UBO'],
      ownershipPercentage: 60,
      personalInfo: { firstName: 'Grace', birthDate: '1986-12-09', address: { city: 'New York' }, idType: 'SSN' },
    });
    expect((await visitor.get('/people/add')).location).toBe(`${visitor.base}/people/add/name`);
    expect((await visitor.get('/people/add/name')).text).not.toContain('Hopper');
  });

  it('are edited in the same parts, and a rejected share changes nothing', async () => {
    const customerId = await newBusiness(app.client);
    const visitor = await enter(customerId);
    await answerUpTo('share', visitor);
    const [owner] = await ownersOf(customerId);
    const path = `/people/${encodeURIComponent(owner.id)}`;
    expect((await visitor.get(path)).location).toBe(`${visitor.base}${path}/name`);
    expect((await visitor.get(`${path}/name`)).text).toMatch(/Edit a person: step 1 of 5[\s\S]*value="Hopper"/);
    expect((await visitor.get(`${path}/identifier`)).text).toContain('Leave this empty to keep your earlier answer.');
    const kept = { ...personAnswers['identifier'], 'personalInfo.identifier': '' };
    expect((await visitor.post(`${path}/identifier`, kept)).location).toBe(`${visitor.base}${path}/share`);
    const renamed = { ...personAnswers['name'], 'personalInfo.lastName': 'Murray' };
    const closed = await visitor.post(`${path}/name`, { ...renamed, go: 'close' });
    expect(closed.location).toContain(`for=${encodeURIComponent(owner.id)}`);
    const born = { ...personAnswers['birth'], 'personalInfo.birthDate.day': '10', go: 'back' };
    expect((await visitor.post(`${path}/birth`, born)).location).toBe(`${visitor.base}${path}/name`);
    await answerUpTo('identifier', visitor);
    const tooMuch = await visitor.post('/people/add/share', { ownershipPercentage: '41' });
    expect([tooMuch.status, tooMuch.text.includes('cannot hold more than 100 percent')]).toEqual([422, true]);
    expect(await ownersOf(customerId)).toMatchObject([
      { ownershipPercentage: 60, personalInfo: { lastName: 'Murray', birthDate: '1986-12-10' } },
    ]);
    expect((await visitor.get(`${path}/unknown`)).status).toBe(404);
  });

  it('are removed with their documents after one question, and so is a draft', async () => {
    const customerId = await newBusiness(app.client);
    const visitor = await enter(customerId);
    const upload = (await answerUpTo('share', visitor)) ?? '';
    const passport = { documentType: 'PASSPORT', country: 'US', documentNumber: 'P-1', issuingAuthority: 'State' };
    expect((await visitor.upload(upload, passport, png())).status).toBe(303);
    const [owner] = await ownersOf(customerId);
    const path = `/people/${encodeURIComponent(owner.id)}`;
    const documents = async () => (await app.client.get(`/documents?documentHolder=${owner.id}`)).body.data.length;
    expect((await visitor.get(`${path}/remove`)).text).toContain('Remove Grace Hopper?');
    expect([(await ownersOf(customerId)).length, await documents()]).toEqual([1, 1]);
    expect((await visitor.post(`${path}/remove`)).location).toBe(`${visitor.base}/people`);
    expect([(await ownersOf(customerId)).length, await documents()]).toEqual([0, 0]);
    expect((await app.client.get(`/customers/${customerId}`)).body.beneficialOwners).toEqual([]);
    expect((await visitor.post(`${path}/remove`)).status).toBe(404);

    await answerUpTo('birth', visitor);
    expect((await visitor.get('/people/add/remove')).text).toContain('The answers that you have entered so far');
    await visitor.post('/people/add/remove');
    expect((await visitor.get('/people')).text).not.toContain('Hopper');
  });

  it('leave no draft behind when their link expires', async () => {
    const visitor = await enter(await newBusiness(app.client));
    await answerUpTo('name', visitor);
    const { db } = app.database;
    const sweepAt = (now: number) => sweepPersonDrafts({ db, clock: { now: () => new Date(now) } });
    const hasDraft = async () => (await visitor.get('/people')).text.includes('Hopper');
    await sweepAt(Date.now());
    expect(await hasDraft()).toBe(true);
    await sweepAt(Date.now() + 2 * DAY_MS);
    expect(await hasDraft()).toBe(false);
  });
});

describe('the terms of end users', () => {
  it('are served under their version, unless the operator configures another address', async () => {
    const { body } = await app.client.get('/customers/end-user-terms');
    const served = await fetch(body.url);
    expect(served.status).toBe(200);
    expect(await served.text()).toContain('Terms for end users');
    const own = await TestApp.start({ config: { endUserTermsUrl: 'https://operator.example/terms' }, beside: app });
    expect((await fetch(`${own.url}/end-user-terms/V1`)).status).toBe(404);
    await own.stop();
  });
});

describe('hosted pages', () => {
  it('have the colours of the console, and short scripts', async () => {
    const page = await look(`${app.url}/invitations/ffffffff`);
    const style = await look(`${app.url}${/href="([^"]+\.css)"/.exec(page.text)?.[1]}`);
    const ink = /--ink: (#[0-9a-f]{6});/.exec(await readFile(new URL('../../web/tokens.css', import.meta.url), 'utf8'));
    expect([page.status, style.status, style.text.includes(`--ink: ${ink?.[1]}`)]).toEqual([404, 200, true]);
    const visitor = await Visitor.enter((await newLink(app.client, await newIndividual(app.client))).kycUrl);
    for (const { text } of [page, await visitor.get('')]) {
      const script = await look(`${app.url}${/src="([^"]+\.js)"/.exec(text)?.[1]}`);
      expect(script.status).toBe(200);
      expect(script.text.length).toBeLessThan(SCRIPT_CHARACTERS);
    }
  });
});

describe('a liveness link', () => {
  it('leads to a page that asks for nothing until it expires on the clock of the platform', async () => {
    const client = await app.newPlatform();
    const link = await livenessLink(client);
    const page = await look(link);
    expect([page.status, page.text.includes('You have nothing to do</h1>')]).toEqual([200, true]);
    await client.post('/sandbox/clock/advance', { seconds: 15 * 60 });
    const expired = await look(link);
    expect([expired.status, expired.text.includes('This link has expired</h1>')]).toEqual([410, true]);
    const german = await look(link, { headers: { 'accept-language': 'de' } });
    expect([german.status, german.text.includes('Dieser Link ist abgelaufen</h1>')]).toEqual([410, true]);
  });

  it('leads to 404 if it is incomplete, changed or invented, and too many of these to 429', async () => {
    const link = await livenessLink(await app.newPlatform());
    const token = link.slice(link.lastIndexOf('/') + 1);
    const later = `${token.slice(0, 32)}ffffffffffff${token.slice(44)}`;
    for (const wrong of [
      '0'.repeat(128),
      token.slice(1),
      later,
      `${token.slice(0, -1)}${token.endsWith('0') ? 1 : 0}`,
      '%00',
    ]) {
      const { status, text } = await look(`${app.url}/verify/liveness/${wrong}`);
      expect([wrong, status, text.includes('This link does not work</h1>')]).toEqual([wrong, 404, true]);
    }
    const guesses = Array.from({ length: 40 }, () =>
      look(`${app.url}/verify/liveness/${randomBytes(64).toString('hex')}`),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([404, 429]));
    const limited = await look(link);
    expect([limited.status, limited.text.includes('Please wait a moment</h1>')]).toEqual([429, true]);
    const { headers, text } = await look(link, { headers: { 'accept-language': 'de' } });
    expect([headers.get('content-language'), text.includes('Bitte warten Sie einen Moment</h1>')]).toEqual([
      'de',
      true,
    ]);
  });
});
