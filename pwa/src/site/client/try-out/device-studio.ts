/** Why no preview can be made of a photo on this device: the server's reasons, and `unsupported` where the device cannot do it at all. */
export type Refusal =
  | 'unsupported'
  | 'unsupported_format'
  | 'heic'
  | 'too_many_pixels'
  | 'damaged'
  | 'no_face'
  | 'many_faces'
  | 'too_small'
  | 'face_cut'
  | 'turned'
  | 'rotated'
  | 'too_dark'
  | 'too_bright'
  | 'blurred'
  | 'sunglasses'
  | 'outline_unclear'
  | 'too_close'
  | 'light_differs';

/** A picture that a page may show: «Vorschau» is in its pixels. Its receiver closes it. */
export interface DevicePicture {
  bitmap: ImageBitmap;
  /** The same part of the photo as it was, for the same style, unmarked. */
  before: ImageBitmap;
}

/** Makes previews of a photo on this device. Nothing of the photo leaves it. */
export interface DeviceStudio {
  /**
   * Fetches what is needed (about 2 MB, once) and starts it.
   * @param onProgress is told how much has arrived, 0 to 1
   * @returns why this device cannot do it, or null
   * @throws TypeError without a network
   */
  start(onProgress: (fraction: number) => void): Promise<'unsupported' | null>;
  /** Judges a photo and cuts the person out. A later photo takes the place of an earlier one. @returns why it cannot be used, or null */
  takePhoto(photo: Blob): Promise<Refusal | null>;
  /** The person of the photo in a style. @param scene key of its scene. @throws Error where there is no photo, or none has this key */
  render(scene: string): Promise<DevicePicture>;
  /** Ends it and forgets everything of the photo. It can be started again. */
  stop(): void;
}
