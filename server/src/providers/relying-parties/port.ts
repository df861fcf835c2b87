/** For whom passkeys are made: a domain, and the origins of the pages and apps that speak for it. */
export interface RelyingParty {
  id: string;
  origins: readonly string[];
  /** A passkey is bound to the origin it is made on, whichever that is. */
  takesAnyOrigin?: boolean;
}

export interface RelyingParties {
  /** Of a platform that has configured none; undefined: it has to. */
  readonly unconfigured: RelyingParty | undefined;
}
