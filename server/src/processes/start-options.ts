import type { TokenPair } from '../platforms/first-platform.ts';

export interface ReadyServer {
  /** URL on this machine. */
  url: string;
  token: TokenPair | undefined;
}

export interface StartOptions {
  isJson: boolean;
  /** Shows no requests and events on a terminal. */
  isQuiet?: boolean;
  /** Called once the server serves requests. */
  onReady?: (server: ReadyServer) => Promise<void>;
}
