import { html } from '../../foundation/pages/html.ts';

/** Email or text message with a login code. */
export function walletCodeMessage({
  appName,
  code,
  validSeconds,
}: {
  appName: string;
  code: string;
  validSeconds: number;
}) {
  const time = validSeconds < 120 ? `${validSeconds} seconds` : `${Math.floor(validSeconds / 60)} minutes`;
  const advice = `It is valid for ${time}. Do not share it with anyone.`;
  const { markup } = html`<!doctype html>
<html lang="en"><body style="font-family:system-ui,sans-serif;color:#111;padding:24px">
<p>The code to open your ${appName} wallet:</p>
<p style="font-size:28px;letter-spacing:6px;font-weight:600">${code}</p>
<p>${advice}</p>
</body></html>`;
  return {
    subject: `${code} opens your ${appName} wallet`,
    text: `${code} opens your ${appName} wallet. ${advice}`,
    html: markup,
  };
}
