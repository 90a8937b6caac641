/** Of IPTC's terms those that are true of ours: put together from a photo and made parts (studio), or made whole by a trained model (hosted). */
export type SourceType = 'compositeSynthetic' | 'trainedAlgorithmicMedia';

/** `xmp:Label` of pictures that the provider's emulator drew. */
const SAMPLE_LABEL = 'Muster';

/** Whether an XMP packet calls its picture a sample. */
export const saysSample = (xmp: string): boolean =>
  new RegExp(`xmp:Label\\s*(=\\s*["']|>)\\s*${SAMPLE_LABEL}\\s*["'<]`).test(xmp);

/** The XMP packet written into every portrait, so that machines can tell what it is. */
export const provenanceXmp = (
  sourceType: SourceType,
  { isSample = false } = {},
): string => `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about=""
    xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
    xmlns:xmp="http://ns.adobe.com/xap/1.0/"
    xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
    Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/${sourceType}"
    xmp:CreatorTool="Bildnis Studio"${isSample ? `\n    xmp:Label="${SAMPLE_LABEL}"` : ''}
    photoshop:Credit="Bildnis"/>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`;
