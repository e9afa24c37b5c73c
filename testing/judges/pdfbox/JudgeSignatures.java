import java.io.ByteArrayInputStream;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.Security;
import java.security.cert.CertPathBuilder;
import java.security.cert.CertStore;
import java.security.cert.CertificateFactory;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CRL;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.interactive.digitalsignature.PDSignature;
import org.bouncycastle.asn1.cms.Attribute;
import org.bouncycastle.asn1.cms.ContentInfo;
import org.bouncycastle.asn1.ess.SigningCertificateV2;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cms.CMSProcessableByteArray;
import org.bouncycastle.cms.CMSSignedData;
import org.bouncycastle.cms.SignerInformation;
import org.bouncycastle.cms.jcajce.JcaSimpleSignerInfoVerifierBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.tsp.TimeStampToken;
import org.bouncycastle.util.Store;

/**
 * Judges every signature of a PDF with Apache PDFBox and Bouncy Castle, at a moment that is given, and knows nothing of
 * this project: usage FILE.pdf ROOT.pem TIME-ROOTS.pem SECONDS. Each timestamp is judged at the time of the one that
 * covers it, the newest at the given moment, and the seal at the time of the oldest (EN 319 102-1, 5.6); of a certificate
 * the lists that the file carries have to speak. One line for each signature, the last line is the verdict.
 */
public class JudgeSignatures {
  private static final CertificateFactory X509 = factory();
  private static final List<X509CRL> lists = new ArrayList<>();
  private static final List<String> doubts = new ArrayList<>();

  public static void main(String[] given) throws Exception {
    Security.addProvider(new BouncyCastleProvider());
    byte[] bytes = Files.readAllBytes(Path.of(given[0]));
    List<X509Certificate> roots = readCertificates(given[1]);
    List<X509Certificate> timeRoots = readCertificates(given[2]);
    Instant control = Instant.ofEpochSecond(Long.parseLong(given[3]));
    try (PDDocument pdf = PDDocument.load(new File(given[0]))) {
      readLists(pdf);
      List<PDSignature> newestFirst = new ArrayList<>(pdf.getSignatureDictionaries());
      newestFirst.sort(Comparator.comparingInt(JudgeSignatures::end).reversed());
      if (end(newestFirst.get(0)) != bytes.length) doubts.add("bytes behind the last signature");
      for (PDSignature one : newestFirst) control = judge(one, bytes, roots, timeRoots, control);
    }
    System.out.println(doubts.isEmpty() ? "valid" : "not valid: " + String.join("; ", doubts));
  }

  /** The moment at which everything that this signature covers is to be judged. */
  private static Instant judge(
      PDSignature one, byte[] bytes, List<X509Certificate> roots, List<X509Certificate> timeRoots, Instant control)
      throws Exception {
    byte[] content = one.getSignedContent(bytes);
    byte[] contents = one.getContents(bytes);
    if ("ETSI.RFC3161".equals(one.getSubFilter())) return judgeToken("document", contents, content, timeRoots, control);
    CMSSignedData cms = new CMSSignedData(new CMSProcessableByteArray(content), contents);
    SignerInformation signer = cms.getSignerInfos().getSigners().iterator().next();
    Instant proved = control;
    Attribute token =
        signer.getUnsignedAttributes() == null
            ? null
            : signer.getUnsignedAttributes().get(PKCSObjectIdentifiers.id_aa_signatureTimeStampToken);
    if (token != null) {
      byte[] der = token.getAttrValues().getObjectAt(0).toASN1Primitive().getEncoded("DER");
      proved = judgeToken("signature", der, signer.getSignature(), timeRoots, control);
    }
    X509CertificateHolder leaf = named(cms.getCertificates(), signer);
    if (!signer.verify(new JcaSimpleSignerInfoVerifierBuilder().setProvider("BC").build(leaf)))
      doubts.add("the seal does not verify");
    Attribute ess = signer.getSignedAttributes().get(PKCSObjectIdentifiers.id_aa_signingCertificateV2);
    byte[] said = SigningCertificateV2.getInstance(ess.getAttrValues().getObjectAt(0)).getCerts()[0].getCertHash();
    if (!Arrays.equals(said, sha256(leaf.getEncoded()))) doubts.add("the seal names another certificate");
    if (one.getByteRange()[0] != 0) doubts.add("the seal does not begin with the file");
    judgeCertificate("seal", leaf, cms.getCertificates(), roots, proved);
    System.out.println("seal " + one.getSubFilter() + " judged at " + proved);
    return proved;
  }

  private static Instant judgeToken(
      String over, byte[] der, byte[] content, List<X509Certificate> roots, Instant control) throws Exception {
    TimeStampToken token = new TimeStampToken(ContentInfo.getInstance(derOf(der)));
    SignerInformation signer = token.toCMSSignedData().getSignerInfos().getSigners().iterator().next();
    X509CertificateHolder leaf = named(token.getCertificates(), signer);
    token.validate(new JcaSimpleSignerInfoVerifierBuilder().setProvider("BC").build(leaf));
    String algorithm = token.getTimeStampInfo().getMessageImprintAlgOID().getId();
    byte[] digest = MessageDigest.getInstance(algorithm, "BC").digest(content);
    if (!Arrays.equals(digest, token.getTimeStampInfo().getMessageImprintDigest()))
      doubts.add("a timestamp over other bytes");
    Instant time = token.getTimeStampInfo().getGenTime().toInstant();
    if (time.isAfter(control)) doubts.add("a timestamp later than what covers it");
    judgeCertificate("timestamp", leaf, token.getCertificates(), roots, control);
    System.out.println("timestamp over the " + over + " of " + time + " judged at " + control);
    return time;
  }

  /** Its path at that moment, and that a list of each issuer, from the life of the certificate, does not withdraw it before. */
  private static void judgeCertificate(
      String of, X509CertificateHolder leaf, Store<X509CertificateHolder> beside, List<X509Certificate> roots, Instant at)
      throws Exception {
    List<X509Certificate> known = new ArrayList<>();
    for (X509CertificateHolder one : beside.getMatches(null)) known.add(certificate(one.getEncoded()));
    Set<TrustAnchor> anchors = new HashSet<>();
    for (X509Certificate root : roots) anchors.add(new TrustAnchor(root, null));
    X509CertSelector wanted = new X509CertSelector();
    wanted.setCertificate(certificate(leaf.getEncoded()));
    PKIXBuilderParameters question = new PKIXBuilderParameters(anchors, wanted);
    question.addCertStore(CertStore.getInstance("Collection", new CollectionCertStoreParameters(known)));
    question.setDate(Date.from(at));
    question.setRevocationEnabled(false);
    try {
      List<? extends java.security.cert.Certificate> path =
          CertPathBuilder.getInstance("PKIX", "BC").build(question).getCertPath().getCertificates();
      List<X509Certificate> issuers = new ArrayList<>(known);
      issuers.addAll(roots);
      for (java.security.cert.Certificate one : path) judgeRevocation(of, (X509Certificate) one, issuers, at);
    } catch (java.security.cert.CertPathBuilderException fault) {
      doubts.add("the certificate of the " + of + " is not good at " + at);
    }
  }

  private static void judgeRevocation(String of, X509Certificate one, List<X509Certificate> issuers, Instant at) {
    if (one.getSubjectX500Principal().equals(one.getIssuerX500Principal())) return;
    boolean spoken = false;
    for (X509CRL list : lists) {
      if (!list.getIssuerX500Principal().equals(one.getIssuerX500Principal())) continue;
      if (issuers.stream().noneMatch(issuer -> signed(issuer, list))) continue;
      if (list.getThisUpdate().after(one.getNotAfter())) continue;
      spoken = true;
      var entry = list.getRevokedCertificate(one.getSerialNumber());
      if (entry != null && !entry.getRevocationDate().toInstant().isAfter(at))
        doubts.add("the certificate of the " + of + " was withdrawn before " + at);
    }
    if (!spoken) doubts.add("no list speaks of the certificate of the " + of);
  }

  private static boolean signed(X509Certificate issuer, X509CRL list) {
    try {
      list.verify(issuer.getPublicKey(), "BC");
      return true;
    } catch (Exception fault) {
      return false;
    }
  }

  private static void readLists(PDDocument pdf) throws Exception {
    COSBase dss = pdf.getDocumentCatalog().getCOSObject().getDictionaryObject(COSName.getPDFName("DSS"));
    if (!(dss instanceof COSDictionary)) return;
    COSBase array = ((COSDictionary) dss).getDictionaryObject(COSName.getPDFName("CRLs"));
    if (!(array instanceof COSArray)) return;
    for (int index = 0; index < ((COSArray) array).size(); index += 1) {
      COSStream stream = (COSStream) ((COSArray) array).getObject(index);
      lists.add((X509CRL) X509.generateCRL(stream.createInputStream()));
    }
  }

  private static X509CertificateHolder named(Store<X509CertificateHolder> store, SignerInformation signer) {
    for (X509CertificateHolder one : store.getMatches(null)) if (signer.getSID().match(one)) return one;
    throw new IllegalArgumentException("the certificate of a signature is not beside it");
  }

  /** Without the zeros that fill the room behind it. */
  private static byte[] derOf(byte[] padded) throws Exception {
    return new org.bouncycastle.asn1.ASN1InputStream(padded).readObject().getEncoded();
  }

  private static int end(PDSignature one) {
    int[] range = one.getByteRange();
    return range[2] + range[3];
  }

  private static byte[] sha256(byte[] bytes) throws Exception {
    return MessageDigest.getInstance("SHA-256").digest(bytes);
  }

  private static X509Certificate certificate(byte[] der) throws Exception {
    return (X509Certificate) X509.generateCertificate(new ByteArrayInputStream(der));
  }

  private static List<X509Certificate> readCertificates(String file) throws Exception {
    List<X509Certificate> read = new ArrayList<>();
    for (var one : X509.generateCertificates(new ByteArrayInputStream(Files.readAllBytes(Path.of(file)))))
      read.add((X509Certificate) one);
    return read;
  }

  private static CertificateFactory factory() {
    try {
      return CertificateFactory.getInstance("X.509");
    } catch (Exception fault) {
      throw new IllegalStateException(fault);
    }
  }
}
