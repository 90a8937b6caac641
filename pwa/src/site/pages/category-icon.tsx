import type { BlogCategory } from '../content/articles';

/** A sheet with a portrait, a profile, and a frame that is drawn by itself: on a 24 grid, like every icon of ours. */
const PATHS: Record<BlogCategory, string> = {
  bewerbung:
    'M6 3h9l4 4v14H6zM15 3v4h4M10 12.2a1.9 1.9 0 1 1 3.8 0a1.9 1.9 0 0 1-3.8 0M8.8 18.5c.4-2 1.6-3 3.1-3s2.7 1 3.1 3',
  linkedin:
    'M3 4h18v16H3zM6.5 10.5a2 2 0 1 1 4 0a2 2 0 0 1-4 0M5.5 15.5c.4-1.7 1.5-2.5 3-2.5s2.6.8 3 2.5M14 10h4M14 13.5h4',
  ai: 'M4 8V4h4M20 8V4h-4M4 16v4h4M20 16v4h-4M9 10.4a3 3 0 1 1 6 0a3 3 0 0 1-6 0M7.5 18c.6-2.6 2.2-4 4.5-4s3.9 1.4 4.5 4',
};

/** Where each drawing begins on its grid, so that it stands flush with the title. */
const LEFT: Record<BlogCategory, number> = { bewerbung: 6, linkedin: 3, ai: 4 };
const STROKE = 1.25;

export const CategoryIcon = ({ category }: { category: BlogCategory }) => (
  <svg
    viewBox={`${LEFT[category] - STROKE / 2} 0 24 24`}
    width="40"
    height="40"
    fill="none"
    stroke="currentColor"
    strokeWidth={STROKE}
    strokeLinejoin="round"
    strokeLinecap="round"
    aria-hidden
  >
    <path d={PATHS[category]} />
  </svg>
);
