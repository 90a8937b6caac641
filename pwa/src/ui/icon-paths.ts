/**
 * The icons, drawn for this product: open lines on a grid of 24, joined and ended round, without circles or boxes around them. One
 * path each; what is filled is closed.
 */
export const ICON_PATHS = {
  'arrow-down': 'M6 9l6 6 6-6',
  'arrow-left': 'M20 12H4M10 6l-6 6 6 6',
  'arrow-right': 'M4 12h16M14 6l6 6-6 6',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 21h4',
  camera: 'M4 8h4l1.5-2.5h5L16 8h4v11H4zM12 16.5a3.25 3.25 0 1 0 0-6.5 3.25 3.25 0 0 0 0 6.5z',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  close: 'M6 6l12 12M18 6L6 18',
  document: 'M6 3.5h8l4 4v13H6zM14 3.5v4h4M9 12h6M9 16h6',
  download: 'M12 4v11.5M7 10.5l5 5 5-5M5 20h14',
  grid: 'M4.5 4.5h6v6h-6zM13.5 4.5h6v6h-6zM4.5 13.5h6v6h-6zM13.5 13.5h6v6h-6z',
  heart: 'M12 20s-7.5-4.7-7.5-10.2A4.3 4.3 0 0 1 12 7a4.3 4.3 0 0 1 7.5 2.8C19.5 15.3 12 20 12 20z',
  'heart-filled': 'M12 20s-7.5-4.7-7.5-10.2A4.3 4.3 0 0 1 12 7a4.3 4.3 0 0 1 7.5 2.8C19.5 15.3 12 20 12 20z',
  home: 'M4 11.5l8-7 8 7M6 10v9.5h12V10',
  info: 'M8.5 10.5h3.75V19.5M8 19.5h8.5M12 5.25h.25',
  menu: 'M4 8h16M4 16h16',
  minus: 'M5 12h14',
  offline:
    'M4 4l16 16M2.5 9.3a13.7 13.7 0 0 1 4.2-2.7M10.5 5.6a13.7 13.7 0 0 1 11 3.7M5.5 12.6a9.3 9.3 0 0 1 4.4-2.5M14.6 10.2a9.3 9.3 0 0 1 3.9 2.4M8.6 15.9a4.8 4.8 0 0 1 5.6-.8M11.75 19.5h.5',
  photo: 'M4 5h16v14H4zM4 16l4.5-4.5 4 4L15 13l5 5M15.5 10.25a1.25 1.25 0 1 0 0-2.5 1.25 1.25 0 0 0 0 2.5z',
  plus: 'M12 5v14M5 12h14',
  'profile-card':
    'M3.5 5h17v14h-17zM8.5 11.5a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5zM5.75 16c0-1.7 1.2-2.5 2.75-2.5s2.75.8 2.75 2.5M14 10h3.5M14 14h3.5',
  pulse: 'M3 12.5h4l2.5-7 5 13 2.5-6h4',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.25 15.25l5.25 5.25',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM9 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  share: 'M12 14V3.5M8 7.5l4-4 4 4M7.5 10.5H5v10h14v-10h-2.5',
  sort: 'M8 5v14M4.5 15.5L8 19l3.5-3.5M16 19V5M12.5 8.5L16 5l3.5 3.5',
  trash: 'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 13h9l1-13M10.5 11v5.5M13.5 11v5.5',
  upload: 'M12 15.5V4M7 9l5-5 5 5M5 20h14',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c0-3.6 3.3-5.5 7.5-5.5s7.5 1.9 7.5 5.5',
} as const;

export type IconName = keyof typeof ICON_PATHS;
