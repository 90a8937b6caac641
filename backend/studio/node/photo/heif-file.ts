import type { PhotoReason } from '../../core/port.js';
import { MAX_PIXELS } from '../../core/photo/limits.js';
import type { PictureSize } from '../../core/photo/picture-size.js';
import { loadLibheif } from './libheif.js';

/** Codes of `heif_error`: a kind of file, a feature or a codec that is not known; and how a sequence without a picture is told. */
const UNSUPPORTED = [3, 4, 11];
const OUT_OF_MEMORY = 6;
const NO_PRIMARY_ITEM = 124;
/** Constants of libheif: a colour space, its two layouts, and the channel in which they lie. */
const [RGB, INTERLEAVED_RGB, INTERLEAVED_RGBA, INTERLEAVED] = [1, 10, 11, 10];
/** What an iPhone cuts its largest photos into is a fifth of this. */
const MAX_TILES = 1024;
/** Bytes for pixels: 50 megapixels in 8 bits take two thirds of it. */
const MAX_MEMORY = 384 * 1024 * 1024;

/** Why a file cannot be read. */
export class UnreadableHeif extends Error {
  constructor(readonly reason: PhotoReason) {
    super(reason);
    this.name = 'UnreadableHeif';
  }
}

/** Colours by number (ITU-T H.273), where a file has no profile. */
export interface Nclx {
  primaries: number;
  transfer: number;
}

/** Pixels in the memory of the decoder. */
export interface HeifPixels {
  data: Buffer;
  width: number;
  height: number;
  channels: 3 | 4;
}

/** The main picture of a HEIF file. Its memory is never freed: it goes with the thread. */
export class HeifFile {
  private readonly lib = loadLibheif();
  private readonly error = this.lib._malloc(12);
  private readonly out = this.lib._malloc(8);
  private readonly handle: number;

  /** Reads the file's structure; nothing is decoded yet. @throws UnreadableHeif */
  constructor(bytes: Uint8Array) {
    const { lib, error, out } = this;
    const context = lib._heif_context_alloc();
    this.setLimits(lib._heif_context_get_security_limits(context));
    const file = lib._malloc(bytes.length);
    lib.HEAPU8.set(bytes, file);
    lib._heif_context_read_from_memory_without_copy(error, context, file, bytes.length, 0);
    this.check();
    lib._heif_context_get_primary_image_handle(error, context, out);
    this.check();
    this.handle = this.pointer(out);
  }

  /** Fields of `heif_security_limits`, which hold for every part of the file: what it claims of its size may not be all there is. */
  private setLimits(limits: number): void {
    const fields = new DataView(this.lib.HEAPU8.buffer, limits);
    fields.setBigUint64(8, BigInt(MAX_PIXELS), true);
    fields.setBigUint64(16, BigInt(MAX_TILES), true);
    fields.setBigUint64(64, BigInt(MAX_MEMORY), true);
  }

  private pointer(at: number): number {
    return this.lib.HEAPU32[at >> 2]!;
  }

  private check(): void {
    const code = this.pointer(this.error);
    if (code === 0) return;
    if (code === OUT_OF_MEMORY) throw new UnreadableHeif('too_many_pixels');
    const isForeign = UNSUPPORTED.includes(code) || this.pointer(this.error + 4) === NO_PRIMARY_ITEM;
    throw new UnreadableHeif(isForeign ? 'heic' : 'damaged');
  }

  /** As claimed, before the picture is turned or cut. */
  get size(): PictureSize {
    const { lib, handle } = this;
    return {
      width: lib._heif_image_handle_get_ispe_width(handle),
      height: lib._heif_image_handle_get_ispe_height(handle),
    };
  }

  /** The colour profile (ICC), if there is one. */
  get profile(): Buffer | null {
    const { lib, handle, error } = this;
    const length = lib._heif_image_handle_get_raw_color_profile_size(handle);
    return length === 0
      ? null
      : this.copy(length, (to) => lib._heif_image_handle_get_raw_color_profile(error, handle, to));
  }

  /** The colours by number, if they are named. */
  get nclx(): Nclx | null {
    const { lib, handle, error, out } = this;
    lib._heif_image_handle_get_nclx_color_profile(error, handle, out);
    if (this.pointer(error) !== 0) return null;
    const profile = this.pointer(out);
    return { primaries: this.pointer(profile + 4), transfer: this.pointer(profile + 8) };
  }

  /** The XMP metadata, if there is any. */
  get xmp(): Buffer | null {
    const { lib, handle, error, out } = this;
    const count = lib._heif_image_handle_get_number_of_metadata_blocks(handle, 0);
    const ids = count > 0 ? lib._malloc(count * 4) : out;
    lib._heif_image_handle_get_list_of_metadata_block_IDs(handle, 0, ids, count);
    for (let i = 0; i < count; i++) {
      const id = this.pointer(ids + i * 4);
      if (this.text(lib._heif_image_handle_get_metadata_content_type(handle, id)) !== 'application/rdf+xml') continue;
      const length = lib._heif_image_handle_get_metadata_size(handle, id);
      return this.copy(length, (to) => lib._heif_image_handle_get_metadata(error, handle, id, to));
    }
    return null;
  }

  /** Decodes the picture, turned, mirrored and cut as the file says, 8 bits a colour. @throws UnreadableHeif */
  decode(): HeifPixels {
    const { lib, handle, error, out } = this;
    const hasAlpha = lib._heif_image_handle_has_alpha_channel(handle) !== 0;
    lib._heif_decode_image(error, handle, out, RGB, hasAlpha ? INTERLEAVED_RGBA : INTERLEAVED_RGB, 0);
    this.check();
    const image = this.pointer(out);
    const [width, height] = [
      lib._heif_image_get_width(image, INTERLEAVED),
      lib._heif_image_get_height(image, INTERLEAVED),
    ];
    const plane = lib._heif_image_get_plane_readonly(image, INTERLEAVED, out);
    const channels = hasAlpha ? 4 : 3;
    const [row, stride] = [width * channels, this.pointer(out)];
    // Rows of odd lengths have room behind them. The others stay where they are.
    for (let y = 1; y < height; y++)
      lib.HEAPU8.copyWithin(plane + y * row, plane + y * stride, plane + y * stride + row);
    const data = Buffer.from(lib.HEAPU8.buffer, plane, row * height);
    return { data, width, height, channels };
  }

  private copy(length: number, write: (to: number) => void): Buffer {
    const to = this.lib._malloc(length);
    write(to);
    this.check();
    return Buffer.from(this.lib.HEAPU8.subarray(to, to + length));
  }

  private text(at: number): string {
    const { HEAPU8 } = this.lib;
    return at === 0 ? '' : Buffer.from(HEAPU8.buffer, at, HEAPU8.indexOf(0, at) - at).toString('latin1');
  }
}
