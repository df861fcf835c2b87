/** A static BR Code (EMV merchant-presented) for a PIX payment with this reference. */
export function pixPayload(reference: string): string {
  const key = field('00', 'br.gov.bcb.pix') + field('01', 'sandbox@causeway.test');
  const body = [
    field('00', '01'),
    field('26', key),
    field('52', '0000'),
    field('53', '986'),
    field('58', 'BR'),
    field('59', 'CAUSEWAY SANDBOX'),
    field('60', 'SAO PAULO'),
    field('62', field('05', reference.replaceAll(/[^A-Za-z0-9]/g, ''))),
    '6304',
  ].join('');
  return body + crc16(body);
}

const field = (id: string, value: string): string => `${id}${String(value.length).padStart(2, '0')}${value}`;

/** CRC-16/CCITT-FALSE. */
function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
