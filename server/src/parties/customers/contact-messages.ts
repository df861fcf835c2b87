import { html } from '../../foundation/pages/html.ts';

/** Message with a verification code, as plain text and as HTML. */
export function codeMessage({ appName, code, minutes }: { appName: string; code: string; minutes: number }) {
  const text = `${code} is your ${appName} verification code. It is valid for ${minutes} minutes. If you did not request it, ignore this message.`;
  const { markup } = html`<!doctype html>
<html lang="en"><body style="font-family:system-ui,sans-serif;color:#111;padding:24px">
<p>Your ${appName} verification code:</p>
<p style="font-size:28px;letter-spacing:6px;font-weight:600">${code}</p>
<p>It is valid for ${minutes} minutes. If you did not request it, ignore this message.</p>
</body></html>`;
  return { subject: `${code} is your ${appName} verification code`, text, html: markup };
}
