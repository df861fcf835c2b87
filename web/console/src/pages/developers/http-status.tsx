import { Status, type Tone } from '../../parts/status.tsx';

const tones: Readonly<Record<string, Tone>> = { 2: 'good', 3: 'info', 4: 'bad', 5: 'bad' };

/** An HTTP status as a chip. */
export const HttpStatus = ({ status }: { status: number }) => (
  <Status status={`${status}`} label={`${status}`} tone={tones[`${status}`[0] ?? ''] ?? 'neutral'} />
);
