/** What one of the photos of a guided session is to show. */
export interface Prompt {
  key: PromptKey;
  /** Where the head turns to, as the person feels it; `side` is either. */
  turn: 'front' | 'left' | 'right' | 'side';
  mouth: 'any' | 'smile' | 'calm';
  /** What is to differ from the photos before. */
  change: 'light' | 'clothes' | null;
}

export type PromptKey =
  | 'front'
  | 'left'
  | 'right'
  | 'smile'
  | 'smileTurned'
  | 'serious'
  | 'window'
  | 'windowSmile'
  | 'top'
  | 'topSmile';

const prompt = (
  key: PromptKey,
  turn: Prompt['turn'],
  mouth: Prompt['mouth'],
  change: Prompt['change'] = null,
): Prompt => ({ key, turn, mouth, change });

/** Ten photos as different as training likes them; what asks for getting up comes last. */
export const PROMPTS: readonly Prompt[] = [
  prompt('front', 'front', 'any'),
  prompt('left', 'left', 'any'),
  prompt('right', 'right', 'any'),
  prompt('smile', 'front', 'smile'),
  prompt('smileTurned', 'side', 'smile'),
  prompt('serious', 'front', 'calm'),
  prompt('window', 'front', 'any', 'light'),
  prompt('windowSmile', 'side', 'smile'),
  prompt('top', 'front', 'any', 'clothes'),
  prompt('topSmile', 'side', 'smile'),
];
