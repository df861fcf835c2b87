/** Public addresses of this service. */
export interface Sites {
  /** Base URL of the service on the internet. */
  publicUrl: () => string;
  /** Base URL of the console. */
  consoleUrl: () => string;
  /** Page with the terms for end users. */
  termsUrl: () => string;
  /** Base URL of invitations; undefined if invitations are disabled. */
  invitationUrl: () => string | undefined;
}
