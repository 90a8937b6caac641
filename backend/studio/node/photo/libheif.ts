import { createRequire } from 'node:module';

/**
 * What is called of libheif's C interface. Pointers are numbers; what returns a `heif_error` writes it to where the first argument points.
 */
export interface Libheif {
  /** Replaced whenever the memory grows: never kept. */
  readonly HEAPU8: Uint8Array<ArrayBuffer>;
  readonly HEAPU32: Uint32Array<ArrayBuffer>;
  _malloc(bytes: number): number;
  _heif_context_alloc(): number;
  _heif_context_get_security_limits(context: number): number;
  _heif_context_read_from_memory_without_copy(
    error: number,
    context: number,
    file: number,
    length: number,
    options: number,
  ): void;
  _heif_context_get_primary_image_handle(error: number, context: number, handle: number): void;
  _heif_image_handle_get_ispe_width(handle: number): number;
  _heif_image_handle_get_ispe_height(handle: number): number;
  _heif_image_handle_has_alpha_channel(handle: number): number;
  _heif_image_handle_get_raw_color_profile_size(handle: number): number;
  _heif_image_handle_get_raw_color_profile(error: number, handle: number, profile: number): void;
  _heif_image_handle_get_nclx_color_profile(error: number, handle: number, profile: number): void;
  _heif_image_handle_get_number_of_metadata_blocks(handle: number, filter: number): number;
  _heif_image_handle_get_list_of_metadata_block_IDs(handle: number, filter: number, ids: number, count: number): number;
  _heif_image_handle_get_metadata_content_type(handle: number, id: number): number;
  _heif_image_handle_get_metadata_size(handle: number, id: number): number;
  _heif_image_handle_get_metadata(error: number, handle: number, id: number, to: number): void;
  _heif_decode_image(
    error: number,
    handle: number,
    image: number,
    colourSpace: number,
    chroma: number,
    options: number,
  ): void;
  _heif_image_get_width(image: number, channel: number): number;
  _heif_image_get_height(image: number, channel: number): number;
  _heif_image_get_plane_readonly(image: number, channel: number, stride: number): number;
}

/** libheif and the HEVC decoder libde265, unmodified, as WebAssembly: it reaches nothing but its own memory, of 2 GB at most. */
export const loadLibheif = (): Libheif => {
  const load = createRequire(import.meta.url)('libheif-js/libheif-wasm/libheif.js') as (options: object) => Libheif;
  return load({ print: () => {}, printErr: () => {} });
};
