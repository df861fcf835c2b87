/** The words around a code. Text for every reader, HTML for those who like it. */
export function codeMessage({ appName, code, minutes }: { appName: string; code: string; minutes: number }) {
  const text = `${code} is your ${appName} verification code. It is valid for ${minutes} minutes. If you did not ask for it, ignore this message.`;
  const html = `<!doctype html>
<html lang="en"><body style="font-family:system-ui,sans-serif;color:#111;padding:24px">
<p>Your ${escapeHtml(appName)} verification code:</p>
<p style="font-size:28px;letter-spacing:6px;font-weight:600">${escapeHtml(code)}</p>
<p>It is valid for ${minutes} minutes. If you did not ask for it, ignore this message.</p>
</body></html>`;
  return { subject: `${code} is your ${appName} verification code`, text, html };
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
