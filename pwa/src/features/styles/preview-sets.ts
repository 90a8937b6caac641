/** A style's picture in every width and both formats, for `srcset`; the API names the one that old browsers get. */
export function previewSets(previewUrl: string): { srcSet: string; avifSet: string } {
  const widths = (url: string) =>
    [400, 640, 800, 1280].map((width) => `${url.replace(/-640(?=\.\w+$)/, `-${width}`)} ${width}w`).join(', ');
  return { srcSet: widths(previewUrl), avifSet: widths(previewUrl.replace(/\.\w+$/, '.avif')) };
}
