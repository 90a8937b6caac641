/**
 * Words people in German-speaking Switzerland choose first and the leaked-password list lacks or spells differently.
 * Written for this product: everyday words, dialect, places, seasons, pets, and what stands on the desk.
 */
const everyday = `
  passwort kennwort losungswort geheimnis geheimwort zugang zugangscode anmelden anmeldung einloggen benutzer benutzername konto
  sicherheit sicher vertraulich willkommen hallo hallochen gutentag gutenmorgen guetzi grüezi grüessech grüezimitenand salü hoi tschau
  tschüss merci dankeschön bitteschön entschuldigung schatz schätzli schätzeli schatzi liebling liebe liebhaber ichliebedich
  ichhabdichlieb ichliebdich iliäbdi süsse süsser engel engeli prinzessin prinz könig königin mami mutti papi vati mutter vater
  bruder schwester grosi grossmutter grossvater grosseltern familie kinder freundin freunde baby büsi büseli chätzli katze kätzchen
  hund hündchen hundeli hasli häsli mäuschen müsli rössli pferd schmetterling marienkäfer löwe tiger adler delfin schildkröte
  sommer winter frühling frühjahr herbst weihnachten ostern geburtstag silvester fasnacht sonntag montag dienstag mittwoch donnerstag
  freitag samstag januar februar märz april juni juli august september oktober november dezember morgen abend nacht guetnacht
  sonne sonnenschein sonnenblume regenbogen sterne sternli mond himmel wolke gewitter schnee schneemann berge wasser feuer blume
  blümchen rosen wald wiese garten strand ferien urlaub reise freiheit frieden hoffnung glück glücklich zufrieden lachen leben
  freude träume traum zauber wunder schokolade schoggi guetsli gummibärchen käse fondue raclette rösti cervelat bratwurst kaffee
  kafi kuchen apfel banane erdbeere kirsche zitrone pizza spaghetti rivella ovomaltine bier wein fussball fussballer eishockey
  hockey tennis skifahren snowboard velo fahrrad auto motorrad traktor töffli eisenbahn lokomotive flugzeug flughafen musik gitarre
  klavier schule schüler lehrer lehrerin arbeit büro computer rechner bildschirm tastatur drucker drucken telefon handy internet
  router bewerbung bewerbungsfoto porträt portrait foto fotos fotografie bilder profilbild kamera schweiz schweizer hopschwiiz
  hoppschwiiz helvetia eidgenosse zürich bern basel luzern winterthur stgallen sanktgallen lausanne genf lugano schaffhausen
  graubünden tessin wallis aargau thurgau appenzell engadin matterhorn bodensee zürichsee vierwaldstättersee fcbasel fczürich
  youngboys grasshopper österreich deutschland wien münchen hamburg berlin ficken fickdich arschloch scheisse scheissdreck verdammt
  egal keineahnung weissnicht vergessen nochmal testtest testen probieren beispiel muster mustermann musterfrau irgendwas nichts
  niemand eins zwei drei einszweidrei einszweidreivier qwertz qwertzu qwertzui qwertzuiop asdfjklö correcthorsebatterystaple
`;

export const germanWords: readonly string[] = everyday.trim().split(/\s+/u);
