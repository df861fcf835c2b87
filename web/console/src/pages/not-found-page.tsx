import { Compass } from 'lucide-react';
import { LinkButton } from '../parts/button.tsx';
import { Empty } from '../parts/note.tsx';
import { Page } from '../parts/page.tsx';

export const NotFoundPage = () => (
  <Page title="Page not found">
    <Empty icon={Compass} title="There is no page at this address" actions={<LinkButton href="/">Home</LinkButton>}>
      It may need other permissions than those of this session, or the address may be mistyped.
    </Empty>
  </Page>
);
