import { Component, type ReactNode } from 'react';
import { ErrorNote } from '../parts/error-note.tsx';
import { Page } from '../parts/page.tsx';

/** Shows the failure of a page in its place, so that the navigation stays usable. Opening another page clears it. */
export class PageFailure extends Component<{ children: ReactNode }, { error: unknown; path: string }> {
  override state = { error: undefined, path: '' };

  static getDerivedStateFromError(error: unknown): { error: unknown; path: string } {
    return { error, path: location.pathname };
  }

  override render(): ReactNode {
    const { error, path } = this.state;
    if (error === undefined || path !== location.pathname) return this.props.children;
    return (
      <Page title="This page has failed">
        <ErrorNote error={error} onRetry={() => location.reload()} />
      </Page>
    );
  }
}
