/** How many of the 64 bits of two perceptual hashes may differ for the pictures to count as near-duplicates. */
const MAX_DISTANCE = 6;

export function nearDuplicate(a: string, b: string): boolean {
  let difference = BigInt(`0x${a}`) ^ BigInt(`0x${b}`);
  let distance = 0;
  while (difference > 0n && distance <= MAX_DISTANCE) {
    distance += Number(difference & 1n);
    difference >>= 1n;
  }
  return distance <= MAX_DISTANCE;
}
