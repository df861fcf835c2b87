import { CircleHelp, LogOut, Menu, Search } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { useSession } from '../api/use-session.ts';
import type { ListedPage } from '../page-route.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { focusFilter, focusRow, useShortcut } from '../parts/shortcuts.ts';
import { Toasts } from '../parts/toast.tsx';
import { barItems } from './bar-items.ts';
import { useCopyRequest } from './copy-request.ts';
import { ShortcutHelp } from './help.tsx';
import { Navigation, useListedPages } from './navigation.tsx';
import { Palette } from './palette.tsx';
import { PlatformSwitcher } from './platform-switcher.tsx';
import css from './shell.module.css';
import { StepUpDialog } from './step-up-dialog.tsx';

type Overlay = 'palette' | 'menu' | 'help';

/** Ribbon, navigation and bar around every page. */
export function Shell({ children }: { children: ReactNode }) {
  const { kind, current, logOut } = useSession();
  const [overlay, setOverlay] = useState<Overlay>();
  const close = (): void => setOverlay(undefined);
  const pages = useListedPages();
  useShortcut('ctrl-k', () => setOverlay('palette'));
  useShortcut('?', () => setOverlay('help'));
  useShortcut('/', focusFilter);
  useShortcut('y', useCopyRequest());
  useShortcut('j', () => focusRow(1));
  useShortcut('k', () => focusRow(-1));
  return (
    <>
      <a className={css.skip} href="#content">
        Skip to the content
      </a>
      <Ribbon mode={current?.mode} />
      <div className={css.frame}>
        <aside className={css.side} aria-label="Causeway">
          <div className={css.brand}>
            Causeway <span>console</span>
          </div>
          <Navigation />
        </aside>
        <div className={css.content}>
          <header className={css.bar}>
            <Button look="quiet" className={css.menuButton} aria-label="Menu" onClick={() => setOverlay('menu')}>
              <Menu size={18} aria-hidden="true" />
            </Button>
            <div className={css.platform}>{kind === 'OPERATOR' ? <PlatformSwitcher /> : current?.name}</div>
            {barItems.map((Item) => (
              <Item key={Item.name} />
            ))}
            <button type="button" className={css.find} onClick={() => setOverlay('palette')}>
              <Search size={14} aria-hidden="true" />
              <span className={css.findText}>Find</span>
              <span className={css.key} aria-hidden="true">
                Ctrl K
              </span>
            </button>
            <Button look="quiet" aria-label="Keyboard help" onClick={() => setOverlay('help')}>
              <CircleHelp size={16} aria-hidden="true" />
            </Button>
            <Button look="quiet" aria-label="Log out" onClick={logOut}>
              <LogOut size={16} aria-hidden="true" />
            </Button>
          </header>
          <main id="content">{children}</main>
        </div>
      </div>
      {pages.map((page) => page.menu.key && <GoTo key={page.path} page={page} />)}
      {overlay === 'palette' && <Palette onClose={close} />}
      {overlay === 'help' && <ShortcutHelp onClose={close} />}
      {overlay === 'menu' && (
        <Dialog title="Menu" onClose={close}>
          <Navigation onOpen={close} />
        </Dialog>
      )}
      <StepUpDialog />
      <Toasts />
    </>
  );
}

const Ribbon = ({ mode }: { mode: 'SANDBOX' | 'PRODUCTION' | undefined }) =>
  mode && (
    <aside className={`${css.ribbon} ${mode === 'PRODUCTION' ? css.live : ''}`} aria-label="Mode">
      {mode === 'PRODUCTION' ? 'LIVE' : 'SANDBOX'}
    </aside>
  );

/** Binds `g` and the letter of a page. */
function GoTo({ page: { path, menu } }: { page: ListedPage }) {
  const [, navigate] = useLocation();
  useShortcut(`g ${menu.key}`, () => navigate(path));
  return null;
}
