import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';

/** Why there is no picture: refused, none there, held by another app, or something else. */
export type CameraTrouble = 'refused' | 'missing' | 'taken' | 'failed';

/** As large as the camera gives it; 1280 pixels and more show a face well. */
const WANTED = { width: { ideal: 1920 }, height: { ideal: 1440 } };
const QUALITY = 0.92;

function troubleOf(error: unknown): CameraTrouble {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing';
  return name === 'NotReadableError' || name === 'AbortError' ? 'taken' : 'failed';
}

function stop(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

const isInView = () => document.visibilityState === 'visible';

/** The picture as the camera sees it, not as the mirror shows it. */
async function capture(video: HTMLVideoElement): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}

/** The camera of the device, on for as long as somebody sees its picture: it goes off with the component and with the tab out of view. */
export function useCamera() {
  const video = useRef<HTMLVideoElement>(null);
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [cameras, setCameras] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<CameraTrouble | null>(null);
  const [isShown, setShown] = useState(isInView);

  useEffect(() => {
    const look = () => setShown(isInView());
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);

  useEffect(() => {
    if (!isShown) return;
    let isOver = false;
    let opened: MediaStream | null = null;
    const which = chosen ? { deviceId: { exact: chosen } } : { facingMode: 'user' };
    navigator.mediaDevices
      .getUserMedia({ audio: false, video: { ...WANTED, ...which } })
      .then(async (given) => {
        opened = given;
        // Closed while the browser was asking.
        if (isOver) return stop(given);
        setTrouble(null);
        setStream(given);
        const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
        if (!isOver) setCameras(devices.filter(({ kind }) => kind === 'videoinput').map(({ deviceId }) => deviceId));
      })
      .catch((error: unknown) => !isOver && setTrouble(troubleOf(error)));
    return () => {
      isOver = true;
      stop(opened);
      setStream(null);
    };
  }, [isShown, chosen]);

  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);

  // Unplugged, or taken away by the browser.
  const onEnded = useEffectEvent(() => setTrouble('taken'));
  useEffect(() => {
    const [track] = stream?.getVideoTracks() ?? [];
    const ended = () => onEnded();
    track?.addEventListener('ended', ended);
    return () => track?.removeEventListener('ended', ended);
  }, [stream]);

  const settings = stream?.getVideoTracks()[0]?.getSettings();
  const next = cameras[(cameras.indexOf(settings?.deviceId ?? '') + 1) % cameras.length];
  const shoot = useCallback(
    async () => (video.current && video.current.videoWidth > 0 ? capture(video.current) : null),
    [],
  );
  return {
    video,
    trouble,
    isOn: stream !== null,
    /** A camera that looks at somebody else is no mirror. */
    isMirror: settings?.facingMode !== 'environment',
    shoot,
    switchOver: cameras.length > 1 && next ? () => setChosen(next) : null,
  };
}
