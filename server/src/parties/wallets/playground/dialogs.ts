import { html } from '../../../foundation/pages/html.ts';

export const confirmDialog = html`<dialog id="confirm" aria-labelledby="confirm-title">
<form method="dialog">
<h2 id="confirm-title"></h2>
<p id="confirm-warning">This page does not support this kind of request and shows the whole payload.</p>
<dl id="confirm-lines"></dl>
<details><summary>Signed text</summary><pre id="confirm-payload"></pre></details>
<div class="buttons"><button value="yes">Confirm and sign</button><button class="quiet" value="no">Do not sign</button></div>
</form>
</dialog>
`;

export const codeDialog = html`<dialog id="code-dialog" aria-labelledby="code-title">
<form method="dialog">
<h2 id="code-title">Enter the code</h2>
<p id="code-about"></p>
<label for="code">Code<input id="code" inputmode="numeric" autocomplete="one-time-code" aria-describedby="code-about code-hint"></label>
<p class="hint" id="code-hint">The sandbox sends nothing. It accepts <code id="magic-code"></code> and rejects every other code.</p>
<div class="buttons">
<button value="yes">Log in</button><button class="quiet" value="resend">Send another</button><button class="quiet" value="no">Cancel</button>
</div>
</form>
</dialog>
`;
