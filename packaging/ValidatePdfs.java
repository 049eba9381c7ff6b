import java.io.File;
import java.io.InputStream;
import java.util.Collections;
import java.util.Date;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.logging.LogManager;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.results.ValidationResult;
import org.verapdf.pdfa.validation.profiles.Profiles;
import org.verapdf.pdfa.validation.profiles.Rule;
import org.verapdf.pdfa.validation.profiles.ValidationProfile;
import org.verapdf.pdfa.validation.profiles.Variable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Checks PDF files with veraPDF: `java -cp VERAPDF.jar ValidatePdfs.java PROFILE FILE…`, where PROFILE is PDFUA-1 or PDFA-2B.
 * One line for each file, below it one for each rule that it breaks. Exit code 1 if any does.
 */
public class ValidatePdfs {
    private static final int MOST = 1000;

    public static void main(String[] given) throws Exception {
        LogManager.getLogManager().reset();
        VeraGreenfieldFoundryProvider.initialise();
        PDFAFlavour flavour = given[0].equals("PDFUA-1") ? PDFAFlavour.PDFUA_1 : PDFAFlavour.PDFA_2_B;
        ValidationProfile profile = profile(flavour, given[0]);
        boolean broken = false;
        for (int i = 1; i < given.length; i++) {
            try (PDFAParser file = Foundries.defaultInstance().createParser(new File(given[i]), flavour);
                    PDFAValidator validator =
                            Foundries.defaultInstance().createValidator(profile, MOST, false, false, false)) {
                ValidationResult found = validator.validate(file);
                broken |= !found.isCompliant();
                System.out.println((found.isCompliant() ? "kept " : "BROKEN ") + given[0] + " " + given[i]
                        + " (checks: " + found.getTotalAssertions() + ")");
                Map<?, TestAssertion> first = found.getTestAssertions().stream()
                        .filter(one -> one.getStatus() == TestAssertion.Status.FAILED)
                        .collect(Collectors.toMap(TestAssertion::getRuleId, one -> one, (one, other) -> one));
                for (TestAssertion one : first.values()) {
                    System.out.println("   " + one.getRuleId().getClause() + "-" + one.getRuleId().getTestNumber() + ": "
                            + one.getMessage() + " At: " + one.getLocation().getContext());
                }
            }
        }
        System.exit(broken ? 1 : 0);
    }

    /** The rules of a profile, read from veraPDF's own file: its own reader needs libraries that Java no longer has. */
    private static ValidationProfile profile(PDFAFlavour flavour, String name) throws Exception {
        String path = "/org/verapdf/pdfa/validation/" + name + ".xml";
        Document document;
        try (InputStream file = ValidationProfile.class.getResourceAsStream(path)) {
            document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file);
        }
        Set<Rule> rules = new HashSet<>();
        NodeList listed = document.getElementsByTagName("rule");
        for (int i = 0; i < listed.getLength(); i++) {
            Element rule = (Element) listed.item(i);
            Element id = (Element) rule.getElementsByTagName("id").item(0);
            String deferred = rule.getAttribute("deferred");
            rules.add(Profiles.ruleFromValues(
                    Profiles.ruleIdFromValues(PDFAFlavour.Specification.valueOf(id.getAttribute("specification")),
                            id.getAttribute("clause"), Integer.parseInt(id.getAttribute("testNumber"))),
                    rule.getAttribute("object"), deferred.isEmpty() ? null : Boolean.valueOf(deferred),
                    rule.getAttribute("tags"), text(rule, "description"), text(rule, "test"),
                    Profiles.errorFromValues(text(rule, "message"), Collections.emptyList()), Collections.emptyList()));
        }
        Set<Variable> variables = new HashSet<>();
        listed = document.getElementsByTagName("variable");
        for (int i = 0; i < listed.getLength(); i++) {
            Element one = (Element) listed.item(i);
            variables.add(Profiles.variableFromValues(one.getAttribute("name"), one.getAttribute("object"),
                    text(one, "defaultValue"), text(one, "value")));
        }
        System.out.println(name + ": " + rules.size() + " rules");
        return Profiles.profileFromValues(
                flavour, Profiles.profileDetailsFromValues(name, "", "", new Date()), "", rules, variables);
    }

    private static String text(Element in, String name) {
        return in.getElementsByTagName(name).item(0).getTextContent();
    }
}
