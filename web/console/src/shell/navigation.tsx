import { Link, useRoute } from 'wouter';
import { useSession } from '../api/use-session.ts';
import { type MenuEntry, type PageRoute, sections } from '../page-route.ts';
import { routes } from '../routes.ts';
import css from './shell.module.css';

export type ListedPage = PageRoute & { menu: MenuEntry };

/** Pages of the navigation that this session may see. */
export function useListedPages(): readonly ListedPage[] {
  const session = useSession();
  return routes.filter((page): page is ListedPage => page.menu !== undefined && (page.isFor?.(session) ?? true));
}

/** `onOpen` is called when a page is chosen. */
export function Navigation({ onOpen }: { onOpen?: () => void }) {
  const pages = useListedPages();
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
                <Item key={page.path} page={page} onOpen={onOpen} />
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}

function Item({ page: { path, menu }, onOpen }: { page: ListedPage; onOpen: (() => void) | undefined }) {
  const [isExact] = useRoute(path);
  const [isBelow] = useRoute(`${path}/*`);
  const isOpen = isExact || (isBelow && path !== '/');
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
