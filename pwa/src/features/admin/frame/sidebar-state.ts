import { facts } from '~/lib/facts';

const NAME = 'bildnis.sidebar';

/** Whether the side bar was folded, remembered for some days in a cookie that only these pages see. */
export const isSidebarFolded = (): boolean => document.cookie.split('; ').includes(`${NAME}=folded`);

export function rememberSidebar(isFolded: boolean): void {
  document.cookie = `${NAME}=${isFolded ? 'folded' : 'open'}; path=/admin; max-age=${facts.admin.sidebarDays * 86_400}; samesite=strict`;
}
