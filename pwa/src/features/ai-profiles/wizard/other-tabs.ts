/** What another tab has done with the photos of a draft. */
export interface PhotoNews {
  userId: string;
  profileId: string;
  /** The draft came into being in that tab. */
  isNew: boolean;
}

export interface OtherTabs {
  tell(news: PhotoNews): void;
  close(): void;
}

/** The wizards in other tabs of this browser, so that all show the same photos. */
export function openOtherTabs(onNews: (news: PhotoNews) => void): OtherTabs {
  const channel = new BroadcastChannel('bildnis.photos');
  channel.onmessage = ({ data }: MessageEvent<PhotoNews>) => onNews(data);
  return { tell: (news) => channel.postMessage(news), close: () => channel.close() };
}
