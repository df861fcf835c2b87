import { Link, useLocation } from 'wouter';
import { useSession } from '../api/use-session.ts';
import { type ListedPage, openPage, sections } from '../page-route.ts';
import { routes } from '../routes.ts';
import css from './shell.module.css';

/** Pages of the navigation that this session may see. */
export function useListedPages(): readonly ListedPage[] {
  const session = useSession();
  return routes.filter((page): page is ListedPage => page.menu !== undefined && (page.isFor?.(session) ?? true));
}

/** `onOpen` is called when a page is chosen. */
export function Navigation({ onOpen }: { onOpen?: () => void }) {
  const pages = useListedPages();
  const [location] = useLocation();
  const open = openPage(pages, location);
  return (
    <nav aria-label="Pages">
      {sections.map((section) => {
        const listed = pages.filter(({ menu }) => menu.section === section);
        if (listed.length === 0) return null;
        return (
          <div key={section}>
            {section !== 'Overview' && <p className={css.section}>{section}</p>}
            <ul className={css.menu}>
              {listed.map((page) => (
                <Item key={page.path} page={page} isOpen={page === open} onOpen={onOpen} />
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}

interface ItemProps {
  page: ListedPage;
  isOpen: boolean;
  onOpen: (() => void) | undefined;
}

function Item({ page: { path, menu }, isOpen, onOpen }: ItemProps) {
  const Icon = menu.icon;
  return (
    <li>
      <Link href={path} className={css.item ?? ''} aria-current={isOpen ? 'page' : undefined} onClick={onOpen}>
        <Icon size={16} aria-hidden="true" />
        {menu.label}
      </Link>
    </li>
  );
}
