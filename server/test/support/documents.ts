import { deflateSync } from 'node:zlib';
import type { Answer, Client } from './client.ts';

/** A valid image, uniformly grey. */
export function png(width = 200, height = 120): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((width + 1) * height, 0x80);
  for (let y = 0; y < height; y++) rows[y * (width + 1)] = 0;
  return Buffer.concat([PNG_SIGNATURE, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND')]);
}

/** A small file whose header claims this size. */
export function pngClaiming(width: number, height: number): Buffer {
  const file = png();
  file.writeUInt32BE(width, 16);
  file.writeUInt32BE(height, 20);
  return file;
}

export const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

export function chunk(name: string, content = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

const segment = (marker: number, content: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
};

interface JpegParts {
  width?: number;
  height?: number;
  comment?: string;
  hasScan?: boolean;
}

/** Segments of a baseline image; a thumbnail in its metadata has its own end marker. */
export function jpeg({ width = 200, height = 120, comment, hasScan = true }: JpegParts = {}): Buffer {
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  const thumbnail = Buffer.from([0xff, 0xd8, 0xff, 0xd9]);
  const image = Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56, 0x78]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), thumbnail])),
    ...(comment === undefined ? [] : [segment(0xfe, Buffer.from(comment))]),
    segment(0xdb, Buffer.alloc(65, 1)),
    segment(0xc0, frame),
    segment(0xc4, Buffer.alloc(20)),
    ...(hasScan ? [segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])), image] : []),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** One empty page. `padding`: bytes of comment in it. */
export function pdf(padding = 0): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const at = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  text += `%${'x'.repeat(padding)}\n`;
  const table = text.length;
  const entries = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

export const passport = { documentType: 'PASSPORT', country: 'US', documentNumber: 'P1', issuingAuthority: 'State' };
export const license = { ...passport, documentType: 'DRIVERS_LICENSE' };

export function documentForm(fields: Record<string, string>, file: Buffer = png(), name = 'scan.png'): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set('file', new Blob([file]), name);
  return form;
}

export const upload = (
  client: Client,
  documentHolder: string,
  fields: Record<string, string> = passport,
  file?: Buffer,
): Promise<Answer> => client.post('/documents', documentForm({ documentHolder, ...fields }, file));

export const businessInfo = {
  legalName: 'Acme Inc',
  country: 'US',
  taxId: '12-3456789',
  incorporatedOn: '2010-05-01',
  countriesOfOperation: ['US'],
};

export const address = { line1: '1 Main St', city: 'Austin', state: 'TX', postalCode: '73301', country: 'US' };

export const person = {
  firstName: 'Grace',
  lastName: 'Hopper',
  birthDate: '1980-01-01',
  nationality: 'US',
  address,
  idType: 'SSN',
  identifier: '123-45-6789',
};

export const newBusiness = async (client: Client, registrationNumber = 'R-003', info: object = {}): Promise<string> => {
  const { body } = await client.post('/customers', {
    customerType: 'BUSINESS',
    address,
    businessInfo: { ...businessInfo, registrationNumber, ...info },
  });
  return body.id;
};

export const newOwner = async (client: Client, customerId: string, more: object = {}, info: object = {}) => {
  const owner = { roles: ['UBO', 'CONTROL_PERSON'], ownershipPercentage: 50, ...more };
  const personalInfo = { ...person, ...info };
  const { status, body, text } = await client.post('/beneficial-owners', { customerId, ...owner, personalInfo });
  if (status !== 201) throw new Error(text);
  return body;
};

/** A customer that lacks only the document. */
export const newIndividual = async (client: Client, fullName = 'Ada Lovelace 001', more: object = {}) => {
  const { body } = await client.post('/customers', {
    customerType: 'INDIVIDUAL',
    fullName,
    birthDate: '1985-12-10',
    nationality: 'US',
    address,
    idType: 'SSN',
    identifier: '123-45-6789',
    ...more,
  });
  return body.id as string;
};

/** The documents that are required of every business. */
export const businessDocuments = [
  'CERTIFICATE_OF_INCORPORATION',
  'DIRECTOR_REGISTRY',
  'SHAREHOLDER_REGISTER',
  'UTILITY_BILL',
].map((documentType) => ({ documentType, country: 'US' }));

/** A business with complete information, and its owner. */
export async function completeBusiness(client: Client, registrationNumber = 'R-003') {
  const customerId = await newBusiness(client, registrationNumber);
  const owner = await newOwner(client, customerId);
  for (const fields of businessDocuments) await upload(client, customerId, fields, pdf());
  await upload(client, owner.id);
  return { customerId, owner };
}
