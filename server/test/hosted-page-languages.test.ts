import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptedLanguage, type Language, languages } from '../src/foundation/kernel/languages.ts';
import { contrast, paletteOf } from '../src/foundation/pages/accent.ts';
import { textsOf } from '../src/foundation/texts/texts.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { jpeg, newBusiness, newIndividual, newOwner, png, pngClaiming } from './support/documents.ts';
import { livenessLink } from './support/external-accounts.ts';
import { newLink, newStranger, personAnswers } from './support/hosted-customers.ts';
import { Randomness } from './support/seed.ts';
import { look, Visitor } from './support/visitor.ts';

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await TestApp.shared();
  client = await app.newPlatform();
});
afterAll(() => app.stop());

const translations = languages.filter((language) => language !== 'en');

/** Texts by their path. Functions are called with markers, so that a text shows its placeholders. */
function flatten(value: unknown, path: string): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') {
    const markers = Array.from({ length: value.length }, (_, i) => `{${i}}`);
    const text = value(...markers.map((marker) => Object.assign(Object(marker), { markup: marker })));
    return [[path, typeof text === 'string' ? text : text.markup]];
  }
  return Object.entries(value as object).flatMap(([name, inner]) => flatten(inner, path ? `${path}.${name}` : name));
}

const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted();

/** Words that a language shares with English. */
const SHARED = /^(Error:|Invitation|Documents|Selfie|Version \{0\})$/;

describe('the texts of hosted pages', () => {
  const english = Object.fromEntries(flatten(textsOf.en, ''));

  it.each(translations)(
    'are complete in %s: not empty, with the placeholders of English, translated, and not broken before a sign',
    (language) => {
      const texts = flatten(textsOf[language], '');
      expect(texts.map(([path]) => path)).toEqual(Object.keys(english));
      for (const [path, text] of texts) {
        expect([path, text.trim()]).toEqual([path, text]);
        expect([path, text !== '', placeholders(text)]).toEqual([path, true, placeholders(english[path] ?? '')]);
      }
      const breakable = texts.filter(([, text]) => /\S [%?!:;»]|« \S/.test(text));
      expect(breakable).toEqual([]);
      const same = texts.filter(([path, text]) => text === english[path] && !SHARED.test(text));
      expect(same).toEqual([]);
    },
  );
});

const ENGLISH = /\b(the|your|you|their|please|choose|enter|add|edit|remove|step|of|not|and)\b/i;

/** Texts of a page that are English: words of every text, or one of the table that differs in the language. */
function englishIn(page: string, language: Language): string[] {
  const own = new Set(flatten(textsOf[language], '').map(([, text]) => text));
  const english = new Set(flatten(textsOf.en, '').flatMap(([, text]) => (own.has(text) ? [] : [text])));
  const body = page.replace(/<head>.*<\/head>/s, '');
  const shown = [...body.matchAll(/>([^<]+)<|aria-label="([^"]+)"/g)].map(([, text, label]) =>
    (text ?? label ?? '').trim(),
  );
  return shown.filter((text) => english.has(text) || ENGLISH.test(text.replace(NAMES, '')));
}

/** Names that contain English words in every language. */
const NAMES = /Isle of Man/g;

describe('the language of a hosted page', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['pt-BR', 'pt'],
    ['FR-ca,en;q=0.5', 'fr'],
    ['en;q=0.4, es;q=0.9', 'es'],
    ['ja, de;q=0.2', 'de'],
    ['de;q=0, fr;q=0.1', 'fr'],
    ['ja, zh', 'en'],
    ['*;q=0.5, de;q=0.1', 'en'],
    ['en;q=0, *;q=0.1', 'es'],
    ['es, de', 'es'],
    ['de;q=2, fr;q=x, pt;q=0.001', 'pt'],
    [';;,,=,', 'en'],
    ['x'.repeat(100_000), 'en'],
  ])('follows Accept-Language %j: %s', (header, language) => {
    expect(acceptedLanguage(header)).toBe(language);
  });

  it('is declared by the page and its headers, on every kind of page', async () => {
    const { body: customer } = await client.post('/customers', { customerType: 'INDIVIDUAL', fullName: 'Ada' });
    const details = { inviterUma: customer.umaAddress, firstName: 'Ada', amountToSend: 123_456 };
    const { body: invitation } = await client.post('/invitations', details);
    const { kycUrl } = await newLink(client, await newStranger(client, 'Ada Lovelace 003'));
    const pages: [url: string, shown: Record<string, string>][] = [
      [kycUrl, { de: 'Einen Moment bitte', es: 'Un momento', fr: 'Un instant', pt: 'Um momento' }],
      [`${app.url}/kyc/unknown`, { de: 'funktioniert nicht', es: 'no funciona', fr: 'ne fonctionne pas', pt: 'não' }],
      [`${app.url}/end-user-terms/V1`, { de: 'Endnutzer', es: 'Condiciones', fr: 'Conditions', pt: 'Termos' }],
      [
        `${app.url}/invitations/${invitation.code}`,
        { de: '1.234,56 USD', es: '1.234,56 USD', fr: '234,56 USD', pt: '1.234,56 USD' },
      ],
      [
        `${app.url}/invitations/ffffffff`,
        { de: 'gibt es nicht', es: 'no existe', fr: 'n’existe pas', pt: 'não existe' },
      ],
      [
        await livenessLink(client),
        { de: 'Sie müssen nichts tun', es: 'No tiene que hacer nada', fr: 'rien à faire', pt: 'Não é necessário' },
      ],
      [`${app.url}/verify/liveness/x`, { de: 'Prüfung', es: 'comprobación', fr: 'contrôle', pt: 'verificação' }],
      [`${app.url}/card-reveal/x`, { de: 'Kartendaten', es: 'tarjeta', fr: 'carte', pt: 'cartão' }],
      [`${app.url}/nowhere`, { de: 'nicht gefunden', es: 'no encontrada', fr: 'introuvable', pt: 'não encontrada' }],
    ];
    for (const [url, shown] of pages) {
      for (const language of translations) {
        const headers = { accept: 'text/html', 'accept-language': `${language}-XX,en;q=0.3` };
        const page = await look(url, { headers });
        expect([url, page.headers.get('content-language'), page.headers.get('vary')]).toEqual([
          url,
          language,
          expect.stringContaining('Accept-Language'),
        ]);
        expect(page.text).toContain(`<html lang="${language}">`);
        expect([url, language, page.text.includes(shown[language] ?? '')]).toEqual([url, language, true]);
      }
    }
  });

  it('applies to questions, errors of the form and of the API, countries, dates, and the script', async () => {
    const stranger = await newStranger(client, 'Ada003');
    const visitor = await Visitor.enter((await newLink(client, stranger)).kycUrl, 'de-AT');
    const about = await visitor.get('/about');
    for (const text of ['Geburtsdatum', 'Dezember', 'Deutschland', 'Geben Sie Ihren Vor- und Nachnamen ein']) {
      expect(about.text).toContain(text);
    }
    const script = await look(`${app.url}${/src="([^"]+\.js)"/.exec(about.text)?.[1]}`);
    expect([script.status, script.text.includes('Wird hochgeladen')]).toEqual([200, true]);
    const blank = await visitor.post('/about', { fullName: 'Ada Lovelace 003' });
    expect([blank.status, blank.text.includes('<title>Fehler: ')]).toEqual([422, true]);
    expect(blank.text).toContain('Wählen Sie Ihre Staatsangehörigkeit');
    const answers = { nationality: 'DE', 'birthDate.day': '1', 'birthDate.month': '2', 'birthDate.year': '1990' };
    const ruled = await visitor.post('/about', { ...answers, fullName: 'Ada <3' });
    expect([ruled.status, ruled.text.includes('nur mit Buchstaben, Ziffern')]).toEqual([422, true]);
    expect((await visitor.post('/about', { ...answers, fullName: 'Ada Lovelace 003' })).status).toBe(303);
    expect((await visitor.get('/review')).text).toContain('1. Februar 1990');
  });

  it('shows no English on the pages of a visit in another language', async () => {
    const visitor = await Visitor.enter((await newLink(client, await newIndividual(client))).kycUrl, 'fr');
    for (const path of [
      '',
      '/about?change=1',
      '/address?change=1',
      '/identifier?change=1',
      '/documents/add?need=PASSPORT',
      '/review',
    ]) {
      const { text, status } = await visitor.get(path);
      expect([path, status, englishIn(text, 'fr')]).toEqual([path, 200, []]);
    }
  });

  it('applies to every part about a person: questions, errors, summary, list and removal', async () => {
    const customerId = await newBusiness(client);
    const visitor = await Visitor.enter((await newLink(client, customerId)).kycUrl, 'de');
    const expectGerman = async (path: string, shown: string) => {
      const { text, status } = await visitor.get(path);
      expect([path, status, englishIn(text, 'de'), text.includes(shown)]).toEqual([path, 200, [], true]);
    };
    const expectRejection = async (path: string, fields: Record<string, string>, shown: string) => {
      const { text, status } = await visitor.post(path, fields);
      expect([path, status, englishIn(text, 'de'), text.includes(shown)]).toEqual([path, 422, [], true]);
    };
    const parts: [part: string, title: string, wrong: Record<string, string>, error: string][] = [
      ['name', 'Name und Funktion', { 'personalInfo.lastName': 'H<3' }, 'Geben Sie den Nachnamen nur mit'],
      ['birth', 'Geburtsdatum und Staatsangehörigkeit', { 'personalInfo.birthDate.year': '2999' }, 'Vergangenheit'],
      ['address', 'Wohnadresse', { 'personalInfo.address.country': 'XX' }, 'Wählen Sie das Land'],
      ['identifier', 'Steuernummer', { 'personalInfo.identifier': '12' }, 'auf der Karte oder dem Bescheid'],
      ['share', 'Anteil und Prüfung', { ownershipPercentage: '101' }, 'ganze Zahl von 0 bis 100'],
    ];
    await expectGerman('/people', 'Person hinzufügen');
    for (const [i, [part, title, wrong, error]] of parts.entries()) {
      const path = `/people/add/${part}`;
      await expectGerman(path, `Schritt ${i + 1} von 5`);
      await expectGerman(path, `${title}</h1>`);
      await expectRejection(path, {}, 'Bitte prüfen Sie Ihre Angaben');
      await expectRejection(path, { ...personAnswers[part], ...wrong }, error);
      if (part === 'share') break;
      expect((await visitor.post(path, personAnswers[part])).status).toBe(303);
    }
    await expectGerman('/people/add/share', '9. Dezember 1986');
    await expectGerman('/people', 'Nicht abgeschlossen');
    await expectGerman('/people/add/remove', 'Grace Hopper entfernen?');
    await newOwner(client, customerId, { ownershipPercentage: 50 });
    await expectRejection('/people/add/share', personAnswers['share'] ?? {}, 'nicht mehr als 100 Prozent');
    const added = await visitor.post('/people/add/share', { ownershipPercentage: '50' });
    expect(added.status).toBe(303);
    await expectGerman(added.location?.slice(visitor.base.length) ?? '', 'Grace Hopper');
    await expectGerman('/people', 'besitzt 50\u00a0%');
    const { body } = await client.get(`/beneficial-owners?customerId=${customerId}`);
    const person = `/people/${encodeURIComponent(body.data[0].id)}`;
    await expectGerman(`${person}/name`, 'Speichern und schließen');
    await expectGerman(`${person}/identifier?change=1`, 'frühere Angabe');
    await expectGerman(`${person}/remove`, 'nicht rückgängig');
  });

  it('is that of the platform if it has set one, whatever the browser accepts', async () => {
    const platform = await app.newPlatform();
    const { kycUrl } = await newLink(platform, await newStranger(platform, 'Ada Lovelace 003'));
    await platform.patch('/config', { hostedPages: { language: 'pt' } });
    const visitor = await Visitor.enter(kycUrl, 'de');
    const page = await visitor.get('');
    expect([page.headers.get('content-language'), page.text.includes('Confirme a sua identidade')]).toEqual([
      'pt',
      true,
    ]);
    expect((await visitor.send('/about', { formToken: 'x' })).text).toContain('Esta página está desatualizada');
    await platform.patch('/config', { hostedPages: { language: null } });
    expect((await visitor.get('')).headers.get('content-language')).toBe('de');
  });
});

const dataUrl = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`;

/** The headers of an extended WebP. */
function webp(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(30);
  bytes.write('RIFF', 0);
  bytes.write('WEBPVP8X', 8);
  bytes.writeUIntLE(width - 1, 24, 3);
  bytes.writeUIntLE(height - 1, 27, 3);
  return bytes;
}

describe('the brand of a platform', () => {
  it('is shown on its pages: name, logo and colours, all from the service itself', async () => {
    const platform = await app.newPlatform();
    const { kycUrl } = await newLink(platform, await newStranger(platform, 'Ada Lovelace 003'));
    const hostedPages = { name: 'Acme <Pay>', accentColor: '#FF6600', logo: dataUrl(png()) };
    const { body, status } = await platform.patch('/config', { hostedPages });
    expect([status, body.hostedPages]).toEqual([
      200,
      {
        name: 'Acme <Pay>',
        accentColor: '#ff6600',
        language: null,
        logoUrl: expect.stringMatching(/\/[0-9a-f]{64}\.png$/),
      },
    ]);
    const visitor = await Visitor.enter(kycUrl);
    const { text } = await visitor.get('');
    const logoPath = new URL(body.hostedPages.logoUrl).pathname;
    expect(text).toContain('Acme &lt;Pay&gt; asks you to confirm who you are');
    expect(text).toContain(`<img class="logo" src="${logoPath}" alt="">`);
    const accentPath = /href="(\/page-assets\/accent\/[^"]+)"/.exec(text)?.[1] ?? '';
    const style = await look(`${app.url}${accentPath}`);
    expect([style.status, style.headers.get('content-type'), style.text.includes('--button: #ff6600;')]).toEqual([
      200,
      'text/css; charset=utf-8',
      true,
    ]);
    expect((await look(`${app.url}${accentPath.replace(/-\w+/, '-000000000000')}`)).status).toBe(404);
    const logo = await fetch(`${app.url}${logoPath}`);
    expect(Object.fromEntries(logo.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(Buffer.from(await logo.arrayBuffer())).toEqual(png());

    await platform.post('/sandbox/clock/advance', { seconds: 24 * 3600 });
    const closed = await look(kycUrl);
    expect([closed.status, closed.text.includes('Acme &lt;Pay&gt;')]).toEqual([410, true]);
  });

  it('changes at once, and a removed logo is gone', async () => {
    const platform = await app.newPlatform();
    const logoOf = async (logo: string | null) => (await platform.patch('/config', { hostedPages: { logo } })).body;
    const first = (await logoOf(dataUrl(png()))).hostedPages.logoUrl;
    const second = (await logoOf(dataUrl(jpeg(), 'image/jpeg'))).hostedPages.logoUrl;
    expect([(await fetch(first)).status, (await fetch(second)).headers.get('content-type')]).toEqual([
      404,
      'image/jpeg',
    ]);
    expect((await logoOf(dataUrl(webp(2_048, 2_048), 'image/webp'))).hostedPages.logoUrl).toMatch(/webp$/);
    expect((await logoOf(null)).hostedPages.logoUrl).toBeNull();
    expect((await fetch(second)).status).toBe(404);
    for (const path of ['x/y.png', `x/${'0'.repeat(64)}.svg`, `%00/${'0'.repeat(64)}.png`]) {
      expect([path, (await look(`${app.url}/page-assets/logos/${path}`)).status]).toEqual([path, 404]);
    }
  });

  it('is rejected with the field and the rule: other formats, large images, other colours and languages', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const large = Buffer.concat([png(), Buffer.alloc(64 * 1024)]);
    const tooWide = [
      dataUrl(pngClaiming(2_049, 100)),
      dataUrl(pngClaiming(0, 100)),
      dataUrl(jpeg({ width: 2_049 }), 'image/jpeg'),
      dataUrl(webp(2_049, 10), 'image/webp'),
      dataUrl(png().subarray(0, 20)),
    ];
    const logos = [
      ...tooWide,
      dataUrl(svg, 'image/svg+xml'),
      dataUrl(svg),
      dataUrl(large),
      'https://acme.example/logo.png',
      '',
    ];
    for (const logo of logos) {
      const { status, body } = await client.patch('/config', { hostedPages: { logo } });
      expect([status, body.details.errors[0].field]).toEqual([400, 'hostedPages.logo']);
    }
    const { body } = await client.patch('/config', {
      hostedPages: { name: '', accentColor: 'red', language: 'it' },
    });
    expect(body.details.errors.map((error: { field: string }) => error.field).toSorted()).toEqual([
      'hostedPages.accentColor',
      'hostedPages.language',
      'hostedPages.name',
    ]);
  });

  it('has readable colours in light and dark, whatever its accent colour is', () => {
    const random = new Randomness();
    const colors = Array.from({ length: 500 }, () => `#${random.below(0x1000000).toString(16).padStart(6, '0')}`);
    const grounds = { light: ['#ffffff', '#f5f7f9'], dark: ['#11171d', '#1a222a'] };
    const inks = { light: ['#17212b', '#52606d'], dark: ['#e7ecf1', '#aab6c2'] };
    for (const color of ['#000000', '#ffffff', '#808080', '#ffff00', '#0000ff', ...colors]) {
      for (const theme of ['light', 'dark'] as const) {
        const { accent, accentStrong, accentSoft, button, buttonStrong, onButton, buttonEdge } = paletteOf(
          color,
          theme,
        );
        const onGrounds = [...grounds[theme], accentSoft].flatMap((ground) => [
          contrast(accent, ground),
          contrast(accentStrong, ground),
        ]);
        const onTint = inks[theme].map((ink) => contrast(ink, accentSoft));
        const labels = [contrast(onButton, button), contrast(onButton, buttonStrong)];
        const lowest = Math.min(...onGrounds, ...onTint, ...labels);
        expect([color, theme, lowest >= 4.5]).toEqual([color, theme, true]);
        expect([color, contrast(buttonEdge, grounds[theme][theme === 'light' ? 0 : 1] ?? '') >= 3]).toEqual([
          color,
          true,
        ]);
      }
    }
  });
});
