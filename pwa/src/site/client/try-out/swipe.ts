/** How far a finger moves sideways before it is a swipe, in pixels. */
const FAR = 40;

/** Follows fingers that swipe over a picture. A mouse has buttons for that, and what starts on a control is that control's. */
export function onSwipe(place: HTMLElement, go: (step: 1 | -1) => void): void {
  let from: { id: number; x: number; y: number } | null = null;
  place.addEventListener('pointerdown', ({ pointerId, pointerType, clientX, clientY, target }) => {
    const isControl = target instanceof Element && target.closest('input, button');
    from = pointerType === 'mouse' || isControl ? null : { id: pointerId, x: clientX, y: clientY };
  });
  place.addEventListener('pointerup', ({ pointerId, clientX, clientY }) => {
    if (from?.id !== pointerId) return;
    const [across, down] = [clientX - from.x, clientY - from.y];
    from = null;
    if (Math.abs(across) > FAR && Math.abs(across) > 2 * Math.abs(down)) go(across < 0 ? 1 : -1);
  });
  place.addEventListener('pointercancel', () => (from = null));
}
