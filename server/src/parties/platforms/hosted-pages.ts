import type { Database } from '../../foundation/db/database.ts';
import { accentUrl } from '../../foundation/pages/assets.ts';
import type { Brand } from '../../foundation/pages/shell.ts';
import { browserContext, contextIn, type PageContext } from '../../foundation/texts/page-context.ts';
import { getSettings } from './config.ts';
import { logoUrl } from './logos.ts';
import type { PageSettings } from './settings.ts';

/** Page of a platform. A language set by the platform overrides that of the browser. */
export interface PlatformPage extends PageContext {
  brand: Brand;
}

interface NamedPlatform {
  id: string;
  name: string;
}

/** Language and appearance of a page that is shown for a platform. */
export async function platformPage(
  db: Database,
  platform: NamedPlatform,
  acceptLanguage: string | undefined,
): Promise<PlatformPage> {
  const { hostedPages = {} } = await getSettings(db, platform.id);
  return { ...contextOf(hostedPages, acceptLanguage), brand: brandOf(platform, hostedPages) };
}

/** The language set by the platform, or else that of the browser. */
export const contextOf = ({ language }: PageSettings, acceptLanguage: string | undefined): PageContext =>
  language ? contextIn(language) : browserContext(acceptLanguage);

const brandOf = ({ id, name }: NamedPlatform, pages: PageSettings): Brand => ({
  name: pages.name ?? name,
  ...(pages.logo && { logoUrl: logoUrl(id, pages.logo) }),
  ...(pages.accentColor && { accentUrl: accentUrl(pages.accentColor) }),
});
