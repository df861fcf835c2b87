import type { TokenPair } from '../../parties/platforms/first-platform.ts';
import type { IdleExit } from './idle.ts';

export interface ReadyServer {
  /** URL on this machine. */
  url: string;
  token: TokenPair | undefined;
}

/** Options of `causeway start`. */
export interface StartOptions extends IdleExit {
  isJson: boolean;
  /** Prints no requests and events on a terminal. */
  isQuiet?: boolean;
  /** Called when the server serves requests. */
  onReady?: (server: ReadyServer) => Promise<void>;
}
