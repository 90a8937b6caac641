/** Cosine of two likeness vectors, -1 to 1. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let dot = 0;
  let aa = 0;
  let bb = 0;
  for (let i = 0; i < a.length; i++) {
    dot += a[i]! * b[i]!;
    aa += a[i]! * a[i]!;
    bb += b[i]! * b[i]!;
  }
  return dot / (Math.sqrt(aa * bb) || 1);
}

/** A likeness vector as the text that is stored: base64 of little-endian float32. */
export function embeddingToText(vector: Float32Array): string {
  const bytes = new DataView(new ArrayBuffer(vector.length * 4));
  vector.forEach((v, i) => bytes.setFloat32(i * 4, v, true));
  return btoa(Array.from(new Uint8Array(bytes.buffer), (byte) => String.fromCharCode(byte)).join(''));
}

/** The vector of a stored text. */
export function embeddingFromText(text: string): Float32Array {
  const bytes = new DataView(Uint8Array.from(atob(text), (char) => char.charCodeAt(0)).buffer);
  return Float32Array.from({ length: bytes.byteLength >> 2 }, (_, i) => bytes.getFloat32(i * 4, true));
}

/** Number of differing bits of two hashes: up to about 6 is the same shot, recoded or slightly cropped. */
export function hashDistance(a: string, b: string): number {
  let difference = BigInt(`0x${a}`) ^ BigInt(`0x${b}`);
  let count = 0;
  for (; difference > 0n; difference >>= 1n) count += Number(difference & 1n);
  return count;
}
