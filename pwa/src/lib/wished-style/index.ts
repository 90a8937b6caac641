const KEY = 'bildnis.wished-style';

/** Notes for this tab with which style a customer wants to begin, while the profile it needs is being made. */
export function keepWishedStyle(userId: string, slug: string): void {
  try {
    sessionStorage.setItem(KEY, `${userId} ${slug}`);
  } catch {
    // chosen again after the training
  }
}

/** The slug of that style, once; null for anybody else. */
export function takeWishedStyle(userId: string): string | null {
  try {
    const [owner, slug] = (sessionStorage.getItem(KEY) ?? '').split(' ');
    if (owner !== userId || !slug) return null;
    sessionStorage.removeItem(KEY);
    return slug;
  } catch {
    return null;
  }
}
