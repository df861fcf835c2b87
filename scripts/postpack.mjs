import { rmSync } from 'node:fs';
import { packMarker } from './lib/paths.mjs';

/** The `postpack` script of every package: the next `npm pack` needs the marker of a new build. */
rmSync(packMarker(process.cwd()), { force: true });
