import { Download } from 'lucide-react';
import { useState } from 'react';
import { BASE_PATH, sessionFetch } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { messageOf } from '../../parts/error-message.ts';
import { toast } from '../../parts/toast.tsx';

interface DownloadButtonProps {
  /** Path of the API with its query. */
  path: string;
  fileName: string;
  label?: string;
}

/** Saves a file of the API. A link would lack the headers of the session. */
export function DownloadButton({ path, fileName, label = 'Export CSV' }: DownloadButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const download = async (): Promise<void> => {
    const response = await sessionFetch(`${BASE_PATH}${path}`);
    if (!response.ok) throw new Error(((await response.json()) as { message?: string }).message ?? response.statusText);
    save(await response.blob(), fileName);
  };
  const start = (): void => {
    setBusy(true);
    download()
      .catch((error: unknown) => toast(messageOf(error), { isFailure: true }))
      .finally(() => setBusy(false));
  };
  return (
    <Button isBusy={isBusy} onClick={start}>
      {!isBusy && <Download size={14} aria-hidden="true" />}
      {label}
    </Button>
  );
}

function save(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
